import { join } from 'node:path';
import { z } from 'zod';
import { count, httpUrl, named, path, seconds, secret } from './fields.ts';

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
  deployment: z
    .enum(['restart', 'rolling'])
    .meta({ expects: 'restart or rolling' })
    .default('restart')
    .describe(
      'How a new version of the workflows takes over. `restart`: the worker that was started last has the version that counts, and ' +
        'every open run continues on it. `rolling`: old and new workers run side by side until the new version is promoted.',
    ),
  drain_seconds: count({ min: 1, max: 3_600 })
    .default(60)
    .describe(
      'How long a worker that is told to stop lets steps in progress end. What is cut then runs again elsewhere, and the log names it.',
    ),
  max_cached_workflows: count({ min: 2, max: 100_000 })
    .default(2_000)
    .describe(
      'How many open runs a worker keeps in memory, some 50 KB each. The others are replayed from their history when something happens.',
    ),
});

export const storage = z
  .strictObject({
    kind: z
      .enum(['sqlite', 'postgres', 'files'])
      .meta({ expects: 'sqlite or postgres' })
      .default('sqlite')
      .describe(
        '`sqlite`: one SQLite file, for all roles on one host. `postgres`: a PostgreSQL database, for any number of hosts. ' +
          '`files` is the former name of `sqlite`.',
      ),
    url: secret()
      .nullable()
      .default(null)
      .describe(
        'The PostgreSQL database: `postgresql://USER:PASSWORD@HOST:5432/DATABASE?sslmode=verify-full`, with ' +
          '`&sslrootcert=FILE` for a certificate authority of your own.',
      ),
    pool_size: count({ min: 2, max: 200 })
      .default(10)
      .describe('The most connections to PostgreSQL that a process opens.'),
    statement_timeout_seconds: seconds({ max: 3_600 })
      .default(30)
      .describe('PostgreSQL ends a statement that takes longer.'),
    lock_timeout_seconds: seconds({ max: 3_600 })
      .default(20)
      .describe('PostgreSQL ends a wait for another process that takes longer; the step then runs again.'),
    idle_transaction_timeout_seconds: seconds({ max: 3_600 })
      .default(10)
      .describe(
        'PostgreSQL ends a transaction whose process has been silent for longer. Below `lock_timeout_seconds`, so that a ' +
          'frozen process does not stop the others.',
      ),
    data_dir: path()
      .default('data')
      .describe(
        'The folder for everything that Steward keeps on this host: the SQLite file, the search index, text files.',
      ),
    view_dir: path()
      .nullable()
      .default(null)
      .describe(
        'Where the library and the indexes are printed as text files, in folders of their default names. null: in ' +
          '`storage.data_dir`. `off`: nowhere. With PostgreSQL the role `library` prints them, on one host.',
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

/** As a browser sends it: without a path, and without the port that goes without saying. */
const origin = () =>
  z
    .string()
    .refine((text) => /^https?:/u.test(text) && URL.parse(text)?.origin === text)
    .meta({ expects: 'an origin such as https://docs.example.com, without a path' });

const listenHost = () =>
  z
    .string()
    .regex(/^[\w.:-]+$/u)
    .meta({ expects: 'a host name or an IP address' })
    .default('127.0.0.1');

export const metrics = z.strictObject({
  port: count({ min: 1, max: 65_532 })
    .nullable()
    .default(null)
    .describe(
      'The port of a worker for `/metrics`, `/healthz` and `/readyz`: this one for the role all, and the next three for bot, ' +
        'reply and library, so that they can run on one host. null: none.',
    ),
  host: listenHost().describe(
    'The address to listen on. The default is reachable from this host only. There is no password: let nobody but your monitoring reach it.',
  ),
});

/** In this order from `metrics.port` on. */
export const rolesByPort = ['all', 'bot', 'reply', 'library'] as const;

/** The port of a process: that of the first of its roles. */
export const metricsPortOf = (first: number, roles: readonly (typeof rolesByPort)[number][]): number =>
  first + Math.min(...roles.map((role) => rolesByPort.indexOf(role)));

const httpKey = /^[\w.~+/=-]{16,}$/u;

export const http = z
  .strictObject({
    port: count({ min: 1, max: 65_535 })
      .nullable()
      .default(null)
      .describe(
        'The port on which the worker with the role reply or all takes questions over HTTP. null: none.',
      ),
    host: listenHost().describe(
      'The address to listen on. The default is reachable from this host only; with another one, put a TLS-terminating proxy in front.',
    ),
    api_keys: secret()
      .nullable()
      .default(null)
      .describe('The secret keys of servers that may ask: 16 or more characters each, separated by commas.'),
    publishable_keys: named(httpKey, z.array(origin()))
      .meta({
        expects: 'lists of origins such as https://docs.example.com, by keys of 16 or more characters',
        example: ['a-key-of-the-documentation: [https://docs.example.com]'],
      })
      .default({})
      .describe(
        'Keys that a web page may contain, each with the origins (`https://docs.example.com`) of the pages that may use it.',
      ),
    trusted_proxies: z
      .array(z.string().regex(/^(?:loopback|linklocal|uniquelocal|[\da-f.:]+(?:\/\d{1,3})?)$/iu))
      .meta({
        expects: 'a list of addresses, of ranges such as 10.0.0.0/8, or of loopback, linklocal, uniquelocal',
      })
      .default(['loopback'])
      .describe("The proxies whose `X-Forwarded-For` tells a visitor's address."),
    requests_per_minute: count({ min: 1, max: 100_000 })
      .default(30)
      .describe('For each secret key, and each address without a key, per minute.'),
    visitor_requests_per_minute: count({ min: 1, max: 100_000 })
      .default(10)
      .describe('For each visitor of a page with a publishable key, per minute.'),
    page: z
      .boolean()
      .default(false)
      .describe(
        'The page for moderators at /page, to which `/steward page` gives them a link: docs/page.md.',
      ),
    public_url: httpUrl()
      .nullable()
      .default(null)
      .describe(
        'Where moderators reach this port, such as https://steward.example.com. null: at http.host, from the same host alone.',
      ),
    keep_alive_seconds: seconds({ max: 300 })
      .default(15)
      .describe('How often a quiet stream sends a comment.'),
  })
  .superRefine(({ port, api_keys: keys, publishable_keys: publishable, page }, context) => {
    if (port === null && page)
      context.addIssue({ code: 'custom', path: ['port'], message: 'a port, because http.page is true' });
    if (port === null) return;
    const given = apiKeysOf(keys?.reveal() ?? '');
    const message = 'keys of 16 or more characters, separated by commas, because http.port is set';
    const isNeeded = given.length + Object.keys(publishable).length === 0 && !page;
    if (isNeeded || !given.every((key) => httpKey.test(key)))
      context.addIssue({ code: 'custom', path: ['api_keys'], message });
    const both = given.find((key) => Object.hasOwn(publishable, key));
    if (both !== undefined)
      context.addIssue({ code: 'custom', path: ['publishable_keys'], message: 'none of http.api_keys' });
  });

/** Where moderators reach their page; null: there is none. */
export const pageUrlOf = ({
  page,
  port,
  host,
  public_url: url,
}: Pick<z.infer<typeof http>, 'page' | 'port' | 'host' | 'public_url'>): string | null =>
  page && port !== null ? (url?.replace(/\/+$/u, '') ?? `http://${host}:${port}`) : null;

export const apiKeysOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');

/** Where things are inside `storage.data_dir` when their own key is null. */
export const defaultPaths = {
  sources_dir: 'knowledge-base/sources',
  index_path: 'knowledge-base/index.txt',
  index_cache_path: 'knowledge-base/index-cache.json',
  team_raw_dir: 'team-knowledge/raw',
  team_topics_dir: 'team-knowledge/topics',
  team_index_path: 'team-knowledge/index-team.txt',
  team_index_cache_path: 'team-knowledge/index-team-cache.json',
} as const;

type PathKey = keyof typeof defaultPaths;

/** The value of `storage.view_dir` that prints nothing. */
export const viewOff = 'off';

/** Puts the default paths where the config names none, so that moving `data_dir` or `view_dir` moves everything. */
export const withDefaultPaths = <Paths extends Readonly<Record<PathKey, string | null>>>(
  paths: Paths,
  { data_dir: dataDir, view_dir }: { readonly data_dir: string; readonly view_dir: string | null },
): Omit<Paths, PathKey> & Readonly<Record<PathKey, string>> => {
  const viewDir = view_dir === null || view_dir === viewOff ? dataDir : view_dir;
  const inView = (key: PathKey) => paths[key] ?? join(viewDir, defaultPaths[key]);
  return {
    ...paths,
    sources_dir: paths.sources_dir ?? join(dataDir, defaultPaths.sources_dir),
    index_path: inView('index_path'),
    index_cache_path: inView('index_cache_path'),
    team_raw_dir: inView('team_raw_dir'),
    team_topics_dir: inView('team_topics_dir'),
    team_index_path: inView('team_index_path'),
    team_index_cache_path: inView('team_index_cache_path'),
  };
};
