import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { selfSigned } from '../../../../test/support/pages/self-signed-web.ts';
import { startPostgres } from '../../../../test/support/storage/postgres-server.ts';
import {
  entry,
  testFolder,
  testLog,
  testNow,
  testPaths,
} from '../../../../test/support/storage/test-store.ts';
import { message } from '../../../../test/support/values/messages.ts';
import { openStorage } from '../../open-storage.ts';
import type { PostgresSettings } from './postgres-connections.ts';
import { openPostgres } from './postgres.ts';

/* Who may reach the store, and with which rights: on a real server. */

const settingsOf = (url: string): PostgresSettings => ({
  url,
  poolSize: 4,
});

async function openAt(url: string) {
  const database = await openPostgres(settingsOf(url));
  onTestFinished(() => database.close());
  return database;
}

const withTls = (url: string, parameters: Readonly<Record<string, string>>): string => {
  const own = new URL(url);
  for (const [name, value] of Object.entries(parameters)) own.searchParams.set(name, value);
  return own.href;
};

describe('a server with a certificate of an authority of its own', () => {
  async function prepared() {
    const server = await startPostgres({ tls: selfSigned });
    onTestFinished(server.stop);
    const sslrootcert = join(testFolder(), 'ca.pem');
    writeFileSync(sslrootcert, selfSigned.cert);
    return { url: server.url, sslrootcert };
  }

  it('is spoken to in TLS alone where its authority is named, and is refused in a sentence where something differs', async () => {
    const { url, sslrootcert } = await prepared();
    const verified = { sslmode: 'verify-full', sslrootcert };
    const database = await openAt(withTls(url, verified));
    const isEncrypted = sql`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`;
    const { rows } = await database.read((trx) => isEncrypted.execute(trx));
    expect(rows).toEqual([{ ssl: true }]);
    const refused = { kind: 'final', code: 'storage_denied' };
    await expect(openAt(withTls(url, { sslmode: 'verify-full' }))).rejects.toMatchObject(refused);
    const gone = { ...verified, sslrootcert: '/nowhere/ca.pem' };
    await expect(openAt(withTls(url, gone))).rejects.toThrow(/\/nowhere\/ca\.pem.* sslrootcert/u);
  });
});

it('a server without a certificate is refused where the address asks for one', async () => {
  const url = inject('postgresUrl') ?? '';
  await expect(openAt(withTls(url, { sslmode: 'verify-full' }))).rejects.toThrow(/do not agree on TLS/u);
});

/** The SQL of docs/deployment.md, block by block. */
const documented = [
  ...readFileSync(new URL('../../../../docs/deployment.md', import.meta.url), 'utf8').matchAll(
    /```sql\n(.*?)```/gsu,
  ),
].map(([, block = '']) => block);

it('the roles of docs/deployment.md, made word for word, have the rights that they need and no other', async () => {
  const server = await startPostgres();
  onTestFinished(server.stop);
  const at = (user: string) =>
    server.url.replace('//steward@', `//${user}@`).replace(/postgres$/u, 'steward');
  // The role that the tests' server begins with has the name of the documentation's.
  await query(server.url, 'CREATE ROLE admin SUPERUSER LOGIN');
  const admin = server.url.replace('//steward@', '//admin@');
  await query(admin, 'ALTER ROLE steward RENAME TO initial');
  const [database = '', worker = '', rights = ''] = documented;
  for (const statement of `${database};${worker}`.split(';').filter((text) => text.trim() !== ''))
    await query(admin, statement);
  await query(at('steward'), rights);

  const options = { log: testLog(), now: () => testNow };
  const early = { ...options, paths: testPaths(testFolder()), postgres: settingsOf(at('steward_worker')) };
  await expect(openStorage({ ...early, prints: 'elsewhere' })).rejects.toMatchObject({
    kind: 'transient',
    code: 'storage_not_ready',
  });
  const waiting = openStorage({ ...early, prints: 'elsewhere', waitMilliseconds: 20_000 });
  const library = await openStorage({
    ...options,
    paths: testPaths(testFolder()),
    postgres: settingsOf(at('steward')),
  });
  onTestFinished(() => library.close());
  await (await waiting).close();
  await library.library.appendRaw(entry(1), testNow);
  const reply = await openStorage({
    ...options,
    paths: testPaths(testFolder()),
    postgres: settingsOf(at('steward_worker')),
    prints: 'elsewhere',
  });
  onTestFinished(() => reply.close());
  await reply.records.saveMessage(message(1), new Date('2036-01-01'));
  await reply.library.appendRaw(entry(2), testNow);
  expect(await library.library.rawEntries()).toHaveLength(2);
  expect(await library.records.messages([message(1).id])).toHaveLength(1);
  for (const forbidden of ['DROP TABLE messages', 'CREATE TABLE mine (a int)', 'CREATE ROLE other'])
    await expect(query(at('steward_worker'), forbidden)).rejects.toMatchObject({ code: '42501' });
});

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
