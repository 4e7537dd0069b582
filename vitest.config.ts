import { defineConfig } from 'vitest/config';
import { ClosingLine } from './test/support/closing-line.ts';

const onTheServer = ['test/**/*.test.ts', 'adapters/temporal/**/*.server.test.ts'];
const long = 'test/soak/**/*.test.ts';

/** Against one real Temporal server, which the global setup starts for the run. */
const server = {
  globalSetup: 'test/support/global-setup.ts',
  pool: 'forks',
  maxWorkers: 2,
  testTimeout: 60_000,
  hookTimeout: 60_000,
} as const;

export default defineConfig({
  test: {
    reporters: [['default', { summary: false }], new ClosingLine()],
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{domain,workflows,activities,interactions,adapters,extractive-model,workers,config,bench,scripts}/**/*.test.ts',
          ],
          exclude: onTheServer,
          pool: 'forks',
          maxWorkers: 2,
          // They share no state: loading every library again for each file would take most of the time.
          isolate: false,
          // Properties are checked on machines that have other work, too.
          testTimeout: 20_000,
        },
      },
      { test: { ...server, name: 'server', include: onTheServer, exclude: [long] } },
      // npm run test:soak: what takes too long for every change.
      { test: { ...server, name: 'soak', include: [long] } },
    ],
  },
});
