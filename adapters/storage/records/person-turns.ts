import { sql } from 'kysely';
import type { Message } from '../../../domain/intake/message.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import type { Snapshot } from '../../../domain/intake/snapshot.ts';
import { list } from '../database/rows.ts';
import { all, type Section } from '../database/section.ts';
import { tables } from '../database/tables.ts';

/** Who wrote each turn of the pairs of which this is known. */
export function* authorsOfPairs(): Section<ReadonlyMap<QaId, readonly string[]>> {
  const rows = yield* list('pair_origins', {}, ['qa_id', 'author_ids']);
  return new Map(
    rows.flatMap(({ qa_id: qaId, author_ids: ids }) =>
      ids === null ? [] : [[qaId, JSON.parse(ids) as readonly string[]] as const],
    ),
  );
}

/** The messages of a person that the records know, and on which side they were said. */
export function* knownMessagesOf(userId: string): Section<ReadonlyMap<string, 'User' | 'Team'>> {
  const known = new Map<string, 'User' | 'Team'>();
  const add = ({ id, author }: Message) => {
    if (author.id === userId) known.set(id, author.kind === 'team_member' ? 'Team' : 'User');
  };
  const messages = yield* list('messages', { author_id: userId }, ['body']);
  for (const { body } of messages) if (body !== null) add(JSON.parse(body) as Message);
  for (const snapshot of yield* snapshotsNaming(userId)) messagesIn(snapshot).forEach(add);
  const asked = yield* list('interactions', { author_id: userId }, ['message_id']);
  for (const { message_id: id } of asked) known.set(id, known.get(id) ?? 'User');
  return known;
}

export const messagesIn = ({ batch, history, others }: Snapshot): readonly Message[] => [
  ...batch,
  ...history,
  ...others,
];

/** Snapshots with messages of a person, as far as the id's text tells; whoever reads them looks closer. */
export function* snapshotsNaming(userId: string): Section<readonly Snapshot[]> {
  const named = `%${JSON.stringify(userId)}%`;
  const rows = yield* all(
    tables
      .selectFrom('snapshots')
      .select('body')
      .where(sql<boolean>`body LIKE ${named}`),
  );
  return rows.map(({ body }) => JSON.parse(body) as Snapshot);
}
