import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { replyRecord, message } from '../../../../test/support/values/messages.ts';
import { searchTerms } from '../../../../domain/search/search-terms.ts';
import { createRecords } from '../../records/records.ts';
import { testFolder } from '../../../../test/support/storage/test-store.ts';
import { openSqlite } from '../sqlite/sqlite.ts';

const now = new Date('2026-02-05T00:00:00Z');
const later = Date.parse('2026-03-01T00:00:00Z');

const firstTables = readFileSync(
  new URL('../../../../test/support/storage/first-version.sql', import.meta.url),
  'utf8',
);

/** A database as the first version left it, with at least one row in each table. */
function firstVersion(path: string): void {
  const db = new DatabaseSync(path);
  db.exec(firstTables);
  db.exec('PRAGMA user_version = 12');
  const record = replyRecord('11', {
    authorId: 'anna',
    threadId: 't1',
    question: 'How do drums, drums break?',
  });
  const insert = (table: string, ...values: readonly (string | number | null)[]) =>
    db.prepare(`INSERT INTO ${table} VALUES (${values.map(() => '?').join(', ')})`).run(...values);
  insert('messages', '1001', '', JSON.stringify(message(1)), later);
  insert('messages', '1002', '', null, later);
  insert('handled_messages', '1001', 'run', '11', 'reply', 'r');
  insert('snapshots', '11', '{"id":"11"}', later);
  db.prepare(
    'INSERT INTO interactions (message_id, status, reason, posted_thread_id, created_at, changed_at, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ).run('11', 'answered', 'r', 't2', record.createdAt, record.createdAt, JSON.stringify(record));
  insert('posted_parts', '11', 0, '900');
  insert('decisions', 'key', '{}', 1);
  insert(
    'pair_origins',
    'qa_20260201_000001',
    'https://x',
    '["team:gpu.txt","team:gpu.txt"]',
    '["anna"]',
    '11',
  );
  insert('leases', 'regeneration', 'a b', 's', 'r');
  insert('retractions', 'qa_20260201_000002', '2026-02-01T00:00:00Z');
  insert('forgotten', '5', '2026-02-01T00:00:00Z', '5\t2026-02-01T00:00:00Z\n');
  insert('model_usage', 3, '2026-02-01', 'reply', 'g', 'anna', 'LLMGateDecision', 'm', 1, 2, 0.5, 1);
  insert('intake_marks', 'p', '9', 1);
  insert('intake_beginnings', 'c', '8');
  insert('intake_gaps', 'p', 2);
  insert('votes', '11', 'ben', 1, 0);
  insert('recall_answers', 4, '11', 'eng', '[]', Date.parse(record.createdAt));
  db.prepare('INSERT INTO recall_questions (rowid, terms) VALUES (4, ?)').run(
    searchTerms(record.question).join(' '),
  );
  insert('vote_reasons', '11', 'ben', 'too long');
  insert('pauses', '', 's');
  insert('caused_posts', 'cause', '901', 'at');
  insert('responses', '11', 'token', later);
  insert('sources', 'kb:a.md', 'file', '', 'run', 'describe', null, null, null, null, 0, null, null);
  insert('url_checks', 'https://x', 1, 200, 'https://y', later);
  insert('profile_drafts', 'mod', '{}', 's');
  insert('evaluations', '11', 9, 'm', 'at', 1);
  insert('admissions', '11', 'g', 'c', 'anna', 'posted', 1, 2, 3);
  db.close();
}

const gone = ['published_index', 'recall_questions', 'profile_drafts'];

function rowsOf(path: string, columns: Readonly<Record<string, string>> | null): Record<string, unknown> {
  const db = new DatabaseSync(path);
  const names = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'recall_questions%'")
    .all()
    .map((row) => String(row['name']))
    .filter((name) => !gone.includes(name) && !name.startsWith('sqlite_'));
  const wanted = columns ? names.filter((name) => name in columns) : names;
  const rows = wanted.map((name) => [
    name,
    db
      .prepare(`SELECT ${columns?.[name] ?? '*'} FROM ${name} ORDER BY 1`)
      .all()
      .map((row) => ({ ...row })),
  ]);
  db.close();
  return Object.fromEntries(rows) as Record<string, unknown>;
}

const columnsIn = (rows: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(rows).map(([name, list]) => [
      name,
      Object.keys((list as object[])[0] ?? {})
        .filter((column) => !['asked_in_thread_id', 'before_posting'].includes(column))
        .join(', '),
    ]),
  );

it('takes every row of the first version over', async () => {
  const path = join(testFolder(), 'steward.sqlite');
  firstVersion(path);
  const columns = columnsIn(rowsOf(path, null));
  expect(Object.values(columns).every((names) => names !== '')).toBe(true);
  const before = rowsOf(path, columns);
  const database = openSqlite(path);
  // A message is kept with its versions; a deleted one has none.
  const messages = (before['messages'] as readonly { readonly body: string | null }[]).map((row) => ({
    ...row,
    body: row.body === null ? null : `[${row.body}]`,
  }));
  expect(rowsOf(path, columns)).toEqual({ ...before, messages });

  const records = createRecords(database, () => now);
  expect(
    (await records.replyRecordsWhere({ threadId: 't1', limit: 1 })).map(({ messageId }) => messageId),
  ).toEqual(['11']);
  expect(await records.correctionsOf('team:gpu.txt')).toEqual(['qa_20260201_000001']);
  const found = await records.earlierAnswers({ question: 'drums', since: new Date(0), limit: 5 });
  expect(found.map(({ record: { messageId } }) => messageId)).toEqual(['11']);
  expect((await records.messages(['1001', '1002'])).map(({ id }) => id)).toEqual(['1001']);
  await database.close();
});

it('takes them over once, however many processes start together', async () => {
  const path = join(testFolder(), 'steward.sqlite');
  firstVersion(path);
  const opened = [1, 2, 3].map(() => openSqlite(path));
  for (const database of opened) await database.close();
  expect(rowsOf(path, { leases: '*' })).toEqual({
    leases: [{ name: 'regeneration', owner: 'a b', since: 's', renewed_at: 'r' }],
  });
});

it('renames the location of messages that the first version stored, and no word of theirs', async () => {
  const path = join(testFolder(), 'steward.sqlite');
  const text = 'I wrote "place":{ and "place": {}';
  const older = new DatabaseSync(path);
  older.exec(`${firstTables}; PRAGMA user_version = 12`);
  const stored = { id: '1', place: { channelId: '20' }, text };
  const snapshot = { id: '1', place: { channelId: '20' }, batch: [stored] };
  older.prepare("INSERT INTO messages VALUES ('1', '', ?, 0)").run(JSON.stringify(stored));
  older.prepare("INSERT INTO snapshots VALUES ('1', ?, 0)").run(JSON.stringify(snapshot));
  older.close();

  await openSqlite(path).close();
  const db = new DatabaseSync(path);
  const bodyIn = (table: string): unknown =>
    JSON.parse(String(db.prepare(`SELECT body FROM ${table}`).get()?.['body']));
  const renamed = { id: '1', location: { channelId: '20' }, text };
  expect(bodyIn('messages')).toEqual([renamed]);
  expect(bodyIn('snapshots')).toEqual({ id: '1', location: { channelId: '20' }, batch: [renamed] });
  db.close();
});

/** Tables with their columns, and the names of indexes. */
function shapeOf(path: string) {
  const db = new DatabaseSync(path);
  const columns = db
    .prepare(
      `SELECT tables.name AS place, columns.name, columns.type, columns."notnull" FROM sqlite_schema AS tables,
       pragma_table_info(tables.name) AS columns WHERE tables.type = 'table' ORDER BY 1, 2`,
    )
    .all()
    .filter(({ place }) => !String(place).startsWith('sqlite_'));
  const indexes = db.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY 1",
  );
  const shape = { columns, indexes: indexes.all() };
  db.close();
  return shape;
}

it('has the described tables, columns and indexes after the steps, and after the first version is taken over', async () => {
  const [fresh, older, first] = ['fresh', 'older', 'first'].map((name) => join(testFolder(), name));
  if (!fresh || !older || !first) throw new Error('three paths');
  firstVersion(first);
  await openSqlite(older).close();
  const db = new DatabaseSync(older);
  db.exec(`
    DROP TABLE reply_texts; DROP TABLE page_keys; DROP TABLE page_changes; DROP TABLE gap_questions; DROP TABLE gaps;
    DROP TABLE recall_vectors; DROP INDEX model_usage_by_question; ALTER TABLE snapshots DROP COLUMN progress;
    ALTER TABLE model_usage DROP COLUMN question_id; ALTER TABLE model_usage DROP COLUMN milliseconds;
    ALTER TABLE model_usage DROP COLUMN error; PRAGMA user_version = 18`);
  db.close();
  for (const path of [fresh, older, first]) await openSqlite(path).close();
  expect(shapeOf(older)).toEqual(shapeOf(fresh));
  expect(shapeOf(first)).toEqual(shapeOf(fresh));
});
