import type { Erasure } from '../../../domain/team/erasures-file.ts';
import type { ErasurePlan, PersonErasure } from '../../../domain/ports/library.ts';
import { timestampFromDate, type QaId } from '../../../domain/values/qa-id.ts';
import { erasedText, teamTurns } from '../../../domain/team/erased-turns.ts';
import { tracesIn, turnsOf } from '../../../domain/team/person-traces.ts';
import { formatTopic } from '../../../domain/team/qa-blocks.ts';
import { withoutOwnTurns } from '../../../domain/team/qa-pair.ts';
import { list, remove, update, valueOf, valuesOf } from '../database/rows.ts';
import type { Transaction } from '../database/database.ts';
import { revise } from '../database/revisions.ts';
import { authorsOfPairs, isNamedInRows, knownOf, removeFromRecords } from '../records/team/person-records.ts';
import { eraseArchived, readEntries, readEntry } from './raw-archive.ts';
import { applyRetractions } from './removals.ts';
import { forgottenTimes, insertForgotten, retractedAmong } from '../retracted-and-erased.ts';
import { refreshTopic } from './topics.ts';

/** Forgets what a person wrote before `now`, and what is kept of them, in one transaction. */
export async function forgetPerson(
  trx: Transaction,
  { userId, dryRun = false }: Parameters<PersonErasure['erase']>[0],
  now: Date,
): Promise<Omit<ErasurePlan, 'leftFiles'>> {
  const { line, plan } = await planOf(trx, userId, now);
  const isAgain = (await forgottenTimes(trx, [userId])).has(userId);
  if (!dryRun && (plan.isKnown || !isAgain)) await takeLine(trx, line);
  return plan;
}

/** Applies a line completely, however much of it was applied before. */
export async function takeLine(trx: Transaction, line: Erasure): Promise<void> {
  const { userId, erasedAt, entries } = line;
  const now = new Date(erasedAt);
  await insertForgotten(trx, line);
  await eraseArchived(trx, entries);
  const whole = entries.flatMap(({ qaId, messageIds }) => (messageIds === null ? [qaId] : []));
  const retractions = whole.map((qaId) => ({ qaId, retractedAt: erasedAt }));
  await applyRetractions(trx, retractions, now);
  // A topic may be named after the person's words.
  await update(trx, 'settlements', { qaId: whole }, { outcome: 'superseded', topic: null });
  for (const generation of new Set(await valuesOf(trx, 'settlements', { qaId: whole }, 'generation')))
    await revise(trx, `settlements ${generation}`);
  await remove(trx, 'pair_origins', { qaId: whole });
  for (const { qaId, messageIds } of entries) if (messageIds !== null) await trimPair(trx, qaId, userId, now);
  await removeFromRecords(trx, userId);
}

/** Writes a pair as the archive has it now into every generation. */
async function trimPair(trx: Transaction, qaId: QaId, userId: string, now: Date): Promise<void> {
  const authors = await valueOf(trx, 'pair_origins', { qaId }, 'authorIds');
  const authorIds = authors?.filter((author) => author !== userId);
  if (authorIds) await update(trx, 'pair_origins', { qaId }, { authorIds });
  const entry = await readEntry(trx, qaId);
  if (!entry) return;
  const block = formatTopic([withoutOwnTurns(entry)]);
  for (const { generation, slug } of await list(trx, 'pairs', { qaId }, ['generation', 'slug'])) {
    await update(trx, 'pairs', { generation, qaId }, { block });
    await refreshTopic(trx, generation, slug, now, true);
  }
}

async function planOf(trx: Transaction, userId: string, now: Date) {
  const authors = await authorsOfPairs(trx);
  const { messages: labels, lastAt, names, areThere } = await knownOf(trx, userId);
  const person = { userId, names: [...names] };
  const archive = await readEntries(trx);
  const traces = archive.map((entry) => {
    const ownTurns = turnsOf({ entry, userId, authors: authors.get(entry.qaId) ?? null, known: labels });
    return { entry, own: ownTurns, ...tracesIn(entry, ownTurns, person) };
  });
  const entries = traces.flatMap(({ erased }) => erased ?? []);
  const whole = new Set(entries.flatMap(({ qaId, messageIds }) => (messageIds === null ? [qaId] : [])));
  const retracted = await retractedAmong(trx, [...whole]);
  const pairs = await list(trx, 'pairs', { qaId: entries.map(({ qaId }) => qaId) }, ['slug']);
  const line: Erasure = {
    userId,
    // Discord or another host may have dated what is here already after this clock.
    erasedAt: timestampFromDate(new Date(Math.max(now.getTime(), lastAt))),
    entries,
  };
  const plan = {
    userId,
    entries,
    isTeamMember:
      traces.some(({ entry, own }) => own.some((turn) => entry.turns[turn]?.label === 'Team')) ||
      [...labels.values()].includes('Team'),
    mentions: traces.flatMap(({ entry: { qaId, turns }, mentions }) =>
      mentions.map((turn) => ({ qaId, turn, text: turns[turn]?.text ?? '' })),
    ),
    retracted: archive.flatMap(({ qaId, turns }) =>
      whole.has(qaId) && !retracted.has(qaId) ? [{ qaId, answers: teamTurns(turns) }] : [],
    ),
    topics: [...new Set(pairs.map(({ slug }) => slug))].toSorted(),
    isKnown: entries.length > 0 || areThere || (await isNamedInRows(trx, userId)),
    withoutAuthors: traces.flatMap(({ entry: { qaId, turns }, erased }) =>
      erased === null && !authors.has(qaId) && turns.some(({ text }) => text !== erasedText) ? [qaId] : [],
    ),
  };
  return { line, plan };
}
