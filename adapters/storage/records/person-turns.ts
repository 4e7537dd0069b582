import type { DatabaseSync } from 'node:sqlite';
import type { Message } from '../../../domain/intake/message.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import type { Snapshot } from '../../../domain/intake/snapshot.ts';

/** Who wrote each turn of the pairs of which this is known. */
export function authorsOfPairs(db: DatabaseSync): ReadonlyMap<QaId, readonly string[]> {
  const rows = db.prepare('SELECT qa_id, author_ids FROM pair_origins WHERE author_ids IS NOT NULL').all();
  return new Map(
    rows.map((row) => [
      String(row['qa_id']) as QaId,
      JSON.parse(String(row['author_ids'])) as readonly string[],
    ]),
  );
}

/** The messages of a person that the records know, and on which side they were said. */
export function knownMessagesOf(db: DatabaseSync, userId: string): ReadonlyMap<string, 'User' | 'Team'> {
  const known = new Map<string, 'User' | 'Team'>();
  const add = ({ id, author }: Message) => {
    if (author.id === userId) known.set(id, author.kind === 'team_member' ? 'Team' : 'User');
  };
  const messages = db.prepare("SELECT body FROM messages WHERE json_extract(body, '$.author.id') = ?");
  for (const row of messages.all(userId)) add(JSON.parse(String(row['body'])) as Message);
  for (const snapshot of snapshotsNaming(db, userId)) messagesIn(snapshot).forEach(add);
  const asked = db.prepare("SELECT message_id FROM interactions WHERE json_extract(body, '$.authorId') = ?");
  for (const row of asked.all(userId)) {
    const id = String(row['message_id']);
    known.set(id, known.get(id) ?? 'User');
  }
  return known;
}

export const messagesIn = ({ batch, history, others }: Snapshot): readonly Message[] => [
  ...batch,
  ...history,
  ...others,
];

/** Snapshots with messages of a person, as far as the id's text tells; whoever reads them looks closer. */
export function snapshotsNaming(db: DatabaseSync, userId: string): readonly Snapshot[] {
  return db
    .prepare('SELECT body FROM snapshots WHERE instr(body, ?) > 0')
    .all(JSON.stringify(userId))
    .map((row) => JSON.parse(String(row['body'])) as Snapshot);
}
