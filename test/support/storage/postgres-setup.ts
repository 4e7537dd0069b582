import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the PostgreSQL server that the tests of the store run on; not there where they run on SQLite. */
    postgresUrl: string | undefined;
  }
}

/** One server for the whole run: one that the environment names, or one of its own. */
export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const named = process.env['STEWARD_TEST_POSTGRES_URL'];
  if (named) {
    provide('postgresUrl', named);
    return undefined;
  }
  const server = await startPostgres();
  provide('postgresUrl', server.url);
  return server.stop;
}
