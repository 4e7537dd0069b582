import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../../adapters/temporal/server/free-port.ts';

export interface PostgresServer {
  readonly url: string;
  readonly port: number;
  /** Returns its address. */
  readonly createDatabase: (name: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/**
 * A real PostgreSQL server for tests and benches, on the loopback address, with a temporary cluster. Its default
 * collation is a language's, so that a test notices a column without its own. If the machine has no PostgreSQL,
 * Debian's package is installed.
 */
export async function startPostgres({
  isDurable = false,
  tls = null,
}: {
  readonly isDurable?: boolean;
  /** Its certificate, for clients that ask for TLS. */
  readonly tls?: { readonly key: string; readonly cert: string } | null;
} = {}): Promise<PostgresServer> {
  const bin = programs() ?? install();
  const dir = mkdtempSync(join(tmpdir(), 'steward-postgres-'));
  const user = unprivileged();
  if (user) chownSync(dir, user.uid, user.gid);
  const data = join(dir, 'data');
  const asUser = { ...user, cwd: dir, env: { ...process.env, LC_ALL: 'C.UTF-8' } };
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'steward', '-A', 'trust', '-E', 'UTF8', '--no-sync', ...languageOrder],
    { ...asUser, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 300,
    fsync: isDurable ? 'on' : 'off',
    max_prepared_transactions: 0,
    ssl: tls ? 'on' : 'off',
  };
  if (tls)
    for (const [name, text] of [
      ['server.key', tls.key],
      ['server.crt', tls.cert],
    ] as const) {
      writeFileSync(join(data, name), text, { mode: 0o600 });
      if (user) chownSync(join(data, name), user.uid, user.gid);
    }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openSync(join(dir, 'log'), 'a');
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...args], {
    ...asUser,
    stdio: ['ignore', log, log],
  });
  const ended = once(server, 'exit');
  const url = `postgresql://steward@127.0.0.1:${port}/postgres`;
  await answers(url);
  return {
    url,
    port,
    async createDatabase(name) {
      await onServer(url, `CREATE DATABASE ${name}`);
      return url.replace(/postgres$/u, name);
    },
    async stop() {
      server.kill('SIGINT');
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

const languageOrder = ['--locale', 'C.UTF-8', '--locale-provider', 'icu', '--icu-locale', 'en'];

/** PostgreSQL refuses to run as root. */
function unprivileged(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** The programs of the machine's newest server, or null. */
function programs(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a)) : [];
  const [newest] = versions
    .map((version) => join(root, version, 'bin'))
    .filter((bin) => existsSync(join(bin, 'initdb')));
  return newest ?? null;
}

function install(): string {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const run = (...command: readonly string[]) => {
    const [program = '', ...args] = [...asRoot, ...command];
    execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  };
  console.error("Installing Debian's package postgresql.");
  run('apt-get', 'update', '-q');
  run(
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    'install',
    '-qy',
    '--no-install-recommends',
    'postgresql',
  );
  const bin = programs();
  if (bin === null)
    throw new Error('The package postgresql is installed, and /usr/lib/postgresql has no initdb.');
  return bin;
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function answers(url: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await onServer(url, 'SELECT 1');
    } catch (error) {
      if (attempt === 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
