import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { replyRecord, message } from '../../../../test/support/values/messages.ts';
import { searchTerms } from '../../../../domain/search/search-terms.ts';
import { createRecords } from '../../records/records.ts';
import { testFolder } from '../../../../test/support/storage/test-store.ts';
import { migrations } from './migrations.ts';
import { openSqlite } from '../sqlite/sqlite.ts';

const now = new Date('2026-02-05T00:00:00Z');
const later = Date.parse('2026-03-01T00:00:00Z');

/** A database as the first version left it, with at least one row in each table. */
function firstVersion(path: string): void {
  const db = new DatabaseSync(path);
  for (const step of migrations.slice(0, 12)) if (typeof step === 'string') db.exec(step);
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
  expect(rowsOf(path, columns)).toEqual(before);

  const records = createRecords(database, () => now);
  expect((await records.lastInThread('t1'))?.messageId).toBe('11');
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
