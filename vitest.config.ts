import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { ClosingLine } from './test/support/closing-line.ts';

const onTheServer = [
  'test/**/*.test.ts',
  'adapters/temporal/**/*.server.test.ts',
  'bench/hosts/hosts.test.ts',
];
const long = 'test/soak/**/*.test.ts';
/** Processes that die, or fight for one file, at every step: minutes of work. */
const deaths = 'adapters/storage/**/{death,processes}.test.ts';

/** What holds for the store on either engine. */
const contract = [
  'adapters/storage/{adoption,copy,records,library,printing,sources}/**/*.test.ts',
  'adapters/storage/documents/document*.test.ts',
];
const ofPostgres = [
  'adapters/storage/database/postgres/*.test.ts',
  'adapters/storage/search/engines.test.ts',
  'workers/commands/operations/doctor/hosts.test.ts',
];

/** What members see of each pipeline, with the store on PostgreSQL: a part for every change, and all in the soak tests. */
const pipelines = 'test/{reply/crash,team/own-turns}.test.ts';
const allPipelines = 'test/{documents,intake,reply,team}/**/*.test.ts';

/**
 * Limits that only a hang reaches: a busy machine takes many times as long as a quiet one. Tests against a server wait more
 * than they compute, and those of units compute, so five files of all projects run side by side on two cores.
 */
const patient = {
  pool: 'forks',
  maxWorkers: 5,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
  // Hundreds of processes are started to be killed, and each would compile the same modules.
  env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
} as const;

/** Against one real Temporal server, which the global setup starts for the run. */
const server = { ...patient, globalSetup: 'test/support/global-setup.ts' } as const;

const postgresSetup = 'test/support/storage/postgres-setup.ts';
const onPostgres = { ...server, globalSetup: [server.globalSetup, postgresSetup] };

export default defineConfig({
  test: {
    reporters: [['default', { summary: false }], new ClosingLine()],
    projects: [
      {
        test: {
          ...patient,
          name: 'unit',
          include: [
            '{domain,workflows,activities,interactions,adapters,extractive-model,workers,config,bench,scripts}/**/*.test.ts',
          ],
          exclude: [...onTheServer, deaths, ...ofPostgres],
          // They share no state: loading every library again for each file would take most of the time.
          isolate: false,
          testTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      { test: { ...patient, name: 'death', include: [deaths] } },
      // The same tests of the store as above, on PostgreSQL.
      {
        test: {
          ...patient,
          name: 'postgres',
          include: [...contract, ...ofPostgres, 'adapters/storage/death.test.ts'],
          isolate: false,
          globalSetup: postgresSetup,
        },
      },
      // npm run test:soak: a death on PostgreSQL at each statement, of which the tests above try some.
      {
        test: {
          ...patient,
          name: 'death-postgres',
          include: [deaths],
          exclude: ['adapters/storage/processes.test.ts', 'adapters/storage/search/**'],
          globalSetup: postgresSetup,
          env: { ...patient.env, STEWARD_EACH_DEATH: '1' },
          testTimeout: 900_000,
        },
      },
      // As with the units: each file would load Temporal, Discord and LangChain again.
      { test: { ...server, name: 'server', include: onTheServer, exclude: [long], isolate: false } },
      { test: { ...onPostgres, name: 'server-postgres', include: [pipelines] } },
      // npm run test:soak: what takes too long for every change.
      { test: { ...server, name: 'soak', include: [long] } },
      { test: { ...onPostgres, name: 'soak-postgres', include: [allPipelines] } },
    ],
  },
});
