import { join } from 'node:path';
import { z } from 'zod';
import { defaultSourcesDir } from '../../domain/documents/source-origins.ts';
import { count, httpUrl, nullByDefault, path, secret } from './fields.ts';

const concurrent = (usual: number) => count({ min: 1, max: 1_000 }).default(usual);

export const temporal = z.strictObject({
  task_queue: z
    .string()
    .regex(/^(?!.*-(?:reply|library|discord|try-[0-9a-f]{8})$)[a-z0-9-]{1,40}$/)
    .meta({
      expects:
        'up to 40 lower-case letters, digits and hyphens, and not -reply, -library, -discord or -try- and eight hexadecimal digits at the end',
    })
    .default('steward')
    .describe(
      'The name that task queues and the ids of runs begin with. Two Stewards in one namespace need two names.',
    ),
  ui_url: nullByDefault(httpUrl()).describe(
    'The address of the Temporal UI, for links to runs. null: that of the server that Steward starts itself.',
  ),
  deployment: z
    .enum(['restart', 'rolling'])
    .meta({ expects: 'restart or rolling' })
    .default('restart')
    .describe(
      'How a new version of the workflows takes over. `restart`: with the worker that was started last. `rolling`: when you make it ' +
        'current (docs/upgrade.md).',
    ),
  drain_seconds: count({ min: 1, max: 3_600 })
    .default(60)
    .describe('How long a stopping worker lets steps in progress finish. Interrupted steps run again.'),
  concurrency: z
    .strictObject({
      bot: concurrent(50).describe('Steps that read from and post to Discord.'),
      reply: concurrent(20).describe('Replies. The others wait for their turn, guild by guild.'),
      library: concurrent(20).describe('Steps of captures, refreshes and rebuilds, in that order.'),
      workflows: count({ min: 2, max: 1_000 })
        .default(10)
        .describe('Workflow tasks, in every role. Raise it only if the Temporal server is far away.'),
    })
    .prefault({})
    .describe('How many steps of a role one worker runs at the same time. Two workers run twice as many.'),
  max_cached_workflows: count({ min: 2, max: 100_000 })
    .default(2_000)
    .describe(
      'How many open runs a worker keeps in memory, some 50 KB each. Others are replayed from their history.',
    ),
});

export const storage = z
  .strictObject({
    kind: z
      .enum(['sqlite', 'postgres'])
      .default('sqlite')
      .describe(
        '`sqlite`: one SQLite file, for all roles on one host. `postgres`: a PostgreSQL database, for any number of hosts.',
      ),
    url: nullByDefault(secret()).describe(
      'The PostgreSQL database: `postgresql://USER:PASSWORD@HOST:5432/DATABASE?sslmode=verify-full`, with ' +
        '`&sslrootcert=FILE` for a certificate authority of your own, and any other parameter of the driver.',
    ),
    pool_size: count({ min: 2, max: 200 })
      .default(10)
      .describe('The most connections to PostgreSQL that a process opens.'),
    data_dir: path()
      .default('data')
      .describe(
        'The folder for everything that Steward keeps on this host: the SQLite file, the search index, text files.',
      ),
  })
  .superRefine(({ kind, url }, context) => {
    if (kind !== 'postgres') return;
    const message = 'the address of a PostgreSQL database, because storage.kind is postgres';
    const parsed = URL.parse(url?.reveal() ?? '');
    if (!parsed || !/^postgres(?:ql)?:$/u.test(parsed.protocol))
      context.addIssue({ code: 'custom', path: ['url'], message });
  });

export const logging = z.strictObject({
  level: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('The lowest level that is logged.'),
});

/** Default paths inside `storage.data_dir`, for keys that are null. */
export const defaultPaths = {
  sources_dir: defaultSourcesDir,
  index_path: 'knowledge-base/index.txt',
  index_cache_path: 'knowledge-base/index-cache.json',
  team_raw_dir: 'team-knowledge/raw',
  team_topics_dir: 'team-knowledge/topics',
  team_index_path: 'team-knowledge/index-team.txt',
  team_index_cache_path: 'team-knowledge/index-team-cache.json',
} as const;

type PathKey = keyof typeof defaultPaths;

/** Fills in the default paths, so that moving `data_dir` moves everything. */
export const withDefaultPaths = <Paths extends Readonly<Record<PathKey, string | null>>>(
  paths: Paths,
  { data_dir: dataDir }: { readonly data_dir: string },
): Omit<Paths, PathKey> & Readonly<Record<PathKey, string>> => {
  const keys = Object.keys(defaultPaths) as PathKey[];
  const inDataDir = keys.map((key) => [key, paths[key] ?? join(dataDir, defaultPaths[key])]);
  return { ...paths, ...(Object.fromEntries(inDataDir) as Record<PathKey, string>) };
};
