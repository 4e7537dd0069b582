import { z } from 'zod';
import { count, httpUrl, path } from './fields.ts';

export const temporal = z.strictObject({
  task_queue: z
    .string()
    .regex(/^(?!.*-(?:reply|library|discord)$)[a-z0-9-]{1,40}$/)
    .meta({
      expects:
        'up to 40 lower-case letters, digits and hyphens, and not -reply, -library or -discord at the end',
    })
    .default('steward')
    .describe(
      'The name that task queues and the ids of runs begin with. Two Stewards in one namespace need two names.',
    ),
  ui_url: httpUrl()
    .nullable()
    .default(null)
    .describe(
      'The address of the Temporal UI, for links to runs. null: that of the server that Steward starts itself.',
    ),
  max_cached_workflows: count({ min: 2, max: 100_000 })
    .default(2_000)
    .describe(
      'How many open runs a worker keeps in memory, some 50 KB each. The others are replayed from their history when something happens.',
    ),
});

export const storage = z.strictObject({
  kind: z
    .enum(['sqlite', 'files'])
    .meta({ expects: 'sqlite' })
    .default('sqlite')
    .describe('`sqlite`: one SQLite file, for all roles on one host. `files` is its former name.'),
  data_dir: path().default('data').describe('The folder for everything that Steward keeps.'),
  view_dir: path()
    .nullable()
    .default(null)
    .describe(
      'Where the library and the indexes are printed as text files, in folders of their default names. null: in ' +
        '`storage.data_dir`. `off`: nowhere.',
    ),
});

export const logging = z.strictObject({
  level: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('The lowest level that is logged.'),
});
