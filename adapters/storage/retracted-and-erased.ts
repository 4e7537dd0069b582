import type { Message } from '../../domain/intake/message.ts';
import {
  erasedSince,
  formatErasure,
  parseErasures,
  withoutErased,
  type Erasure,
} from '../../domain/team/erasures-file.ts';
import { personForgotten } from '../../domain/ports/errors.ts';
import { parseRaw } from '../../domain/team/qa-blocks.ts';
import type { QaPair } from '../../domain/team/qa-pair.ts';
import type { Retraction } from '../../domain/team/removal-files.ts';
import { erasedAuthor, withErasedTurns } from '../../domain/team/erased-turns.ts';
import type { QaId } from '../../domain/values/qa-id.ts';
import { revise, revisionIn, revisionOf } from './database/revisions.ts';
import { insertNew, list, valueOf, valuesOf } from './database/rows.ts';
import { first, type Section } from './database/section.ts';

/*
 * What may never come back: retracted pairs and the words of forgotten people. They stand beside the archive and outside
 * all generations, because a generation comes and goes while the archive, from which each is built, still has the entry.
 */

export const readRetractions = (): Section<readonly Retraction[]> =>
  list('retractions', {}, ['qaId', 'retractedAt'], ['retractedAt', 'qaId']);

export function* retractedAmong(qaIds: readonly QaId[]): Section<ReadonlySet<QaId>> {
  return new Set(yield* valuesOf('retractions', { qaId: qaIds }, 'qaId'));
}

export const retractedIds = (): Section<readonly QaId[]> => valuesOf('retractions', {}, 'qaId', ['qaId']);

export const insertRetractions = (retractions: readonly Retraction[]): Section<void> =>
  insertNew('retractions', retractions);

/** Oldest first. */
export function* readForgotten(): Section<readonly Erasure[]> {
  const lines = yield* valuesOf('forgotten', {}, 'line', ['forgottenAt', 'userId']);
  return parseErasures(lines.join('')).erasures;
}

export function* insertForgotten(line: Erasure): Section<void> {
  const row = { userId: line.userId, forgottenAt: line.erasedAt, line: formatErasure(line) };
  yield* insertNew('forgotten', [row]);
  yield* revise('erasures');
}

/** When each person was erased last, or only each of these. */
export function* forgottenTimes(userIds?: readonly string[]): Section<ReadonlyMap<string, string>> {
  const lines = yield* valuesOf('forgotten', userIds ? { userId: userIds } : {}, 'line');
  return erasedSince(parseErasures(lines.join('')).erasures);
}

/** Whether any of these messages was erased. Those that have lost their words already do not count. */
export function* holdsErased(messages: readonly Message[]): Section<boolean> {
  const since = yield* forgottenTimes([...new Set(messages.map(({ author }) => author.id))]);
  const worded = messages.filter(({ text, attachments }) => text !== '' || attachments.length > 0);
  const messageIds = new Set(yield* erasedMessageIds(worded.map(({ id }) => id)));
  return withoutErased({ since, messageIds }, messages).length < messages.length;
}

/** Messages whose words went with a person, or only those of them among these. */
export const erasedMessageIds = (ids?: readonly string[]): Section<readonly string[]> =>
  valuesOf('messages', { authorId: erasedAuthor, ...(ids && { id: ids }) }, 'id');

/** A count that increases in the transaction of each erasure. No clock tells what was read before one. */
export const erasureCount = (): Section<number> => revisionOf('erasures');

/** Selects a row if anyone was erased since the count was this. */
export const erasedSinceCount = (erasures: number) =>
  revisionIn('erasures').where('value', '!=', String(erasures));

/** Throws a transient `PortError` if anyone was erased since the count was this. */
export function* refuseErasedSince(erasures: number | undefined): Section<void> {
  if (erasures !== undefined && (yield* first(erasedSinceCount(erasures)))) throw personForgotten();
}

/** The numbers of erased turns, by entry. */
export function* erasedTurns(): Section<ReadonlyMap<QaId, readonly number[]>> {
  const turns = new Map<QaId, readonly number[]>();
  for (const { qaId, turns: numbers } of (yield* readForgotten()).flatMap(({ entries }) => entries)) {
    turns.set(qaId, [...new Set([...(turns.get(qaId) ?? []), ...numbers])]);
  }
  return turns;
}

/** The pairs that are not retracted, without erased words. */
export function* keptPairs<Pair extends QaPair>(pairs: readonly Pair[]): Section<readonly Pair[]> {
  const retracted = yield* retractedAmong(pairs.map(({ qaId }) => qaId));
  const erased = yield* erasedTurns();
  const kept: Pair[] = [];
  for (const pair of pairs.filter(({ qaId }) => !retracted.has(qaId))) {
    const turns = withErasedTurns(pair.turns, yield* numbersIn(pair, erased.get(pair.qaId) ?? []));
    const isSame = turns.every(({ text }, at) => text === pair.turns[at]?.text);
    kept.push(isSame ? pair : { ...pair, turns });
  }
  return kept;
}

/** Maps turn numbers of an entry to those of its pair, which lacks Steward's own turns. */
function* numbersIn({ qaId, turns }: QaPair, numbers: readonly number[]): Section<readonly number[]> {
  if (numbers.length === 0) return [];
  const text = yield* valueOf('raw_segments', { qaId }, 'text');
  const archived = parseRaw(text ?? '').entries[0]?.turns ?? turns;
  if (archived.length === turns.length) return numbers;
  const counted = archived.flatMap(({ label }, at) => (label === 'You' ? [] : [at]));
  return numbers.map((number) => counted.indexOf(number));
}
