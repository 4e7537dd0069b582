/*
 * `npm run dev`: the command line under `node --watch`. There, each thread reports the files that it loads to the thread
 * that started it, and the Temporal worker takes such a report for an answer of its own thread. So threads do not report.
 */
delete process.env.WATCH_REPORT_DEPENDENCIES;
await import('../workers/cli.ts');
