/*
 * `npm run dev`: the command line in Node's watch mode, which restarts it when a file of the code changes. In that mode each
 * thread reports to its parent what it loads, and the Temporal worker takes this for an answer of its own thread. So the
 * reports are turned off.
 */
delete process.env.WATCH_REPORT_DEPENDENCIES;
await import('../workers/cli.ts');
