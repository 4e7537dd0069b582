import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the PostgreSQL server for tests of the store; undefined if they run on SQLite. */
    postgresUrl: string | undefined;
  }
}

/** Uses the server that the environment names, or starts one for the whole run. */
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
