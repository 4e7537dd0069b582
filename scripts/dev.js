/*
 * `npm run dev`: the command line in Node's watch mode, which starts it again when a file of the code changes. In that
 * mode each thread tells the one that started it what it loads, and the Temporal worker takes this for an answer of its
 * own thread. So threads do not tell.
 */
delete process.env.WATCH_REPORT_DEPENDENCIES;
await import('../workers/cli.ts');
