import { topicHash, type Erasure } from '../../../domain/team/erasures-file.ts';
import type { ErasurePlan, PersonErasure } from '../../../domain/ports/library.ts';
import { timestampFromDate, type QaId } from '../../../domain/values/qa-id.ts';
import { saysNothing, withErasedTurns } from '../../../domain/team/erased-turns.ts';
import { isKnown, tracesIn, turnsOf } from '../../../domain/team/person-traces.ts';
import { list, remove, values } from '../database/rows.ts';
import type { Section } from '../database/section.ts';
import { say } from '../database/revisions.ts';
import { tables } from '../database/tables.ts';
import { countOfPerson, scrubRecords } from '../records/team/person-records.ts';
import { authorsOfPairs, knownOf } from '../records/team/person-turns.ts';
import { generationNumbers } from './generations.ts';
import { eraseArchivedTurns, readEntries, readEntry } from './raw-archive.ts';
import { applyRetractionsEverywhere } from './retract.ts';
import { dropTopicNames } from './settlements.ts';
import {
  forgottenTimes,
  insertForgotten,
  insertRetractions,
  retractedAmong,
} from '../retracted-and-erased.ts';
import { refreshTopic } from './topics.ts';
import { topicRows } from './topics-reader.ts';

/** Set while erased words may still be in the database's log. */
export const scrubbedMark = 'scrubbed';

type ErasureRequest = Parameters<PersonErasure['erase']>[0];

/** Forgets what a person wrote before `now`, and what is kept of them, in one section. */
export function* forgetPerson(
  { mayBeMistyped = false, dryRun = false, ...request }: ErasureRequest,
  now: Date,
): Section<Omit<ErasurePlan, 'leftFiles'>> {
  const { line, plan } = yield* planOf(request, now);
  if (!isKnown(plan)) {
    const isNew = !(yield* forgottenTimes([request.userId])).has(request.userId);
    // The records may have expired since a model saw the person's words, so an operator's second request drops the decisions.
    if (mayBeMistyped === isNew) {
      if (isNew && !dryRun) yield* insertForgotten(line);
      return { ...plan, decisions: 0 };
    }
  }
  if (!dryRun) yield* takeLine(line);
  return plan;
}

/** Applies a line completely, however much of it was applied before. */
export function* takeLine(line: Erasure): Section<void> {
  yield* insertForgotten(line);
  yield* eraseArchivedTurns();
  const qaIds = line.entries.map(({ qaId }) => qaId);
  const emptied: QaId[] = [];
  for (const qaId of qaIds) {
    const entry = yield* readEntry(qaId);
    if (entry && saysNothing(entry.turns)) emptied.push(qaId);
  }
  yield* insertRetractions(emptied.map((qaId) => ({ qaId, retractedAt: line.erasedAt })));
  const now = new Date(line.erasedAt);
  yield* applyRetractionsEverywhere(qaIds, now);
  yield* dropNames(line, now);
  yield* scrubRecords(line);
  yield* remove('meta', { name: 'comparison' });
  yield* say(scrubbedMark, '1');
}

/**
 * A topic that is gone may have been named after the person's words. Where it still stands its name stays, and a description
 * that is older than its text goes.
 */
function* dropNames(line: Erasure, now: Date): Section<void> {
  const marks = new Set(line.topics);
  for (const generation of yield* generationNumbers()) {
    const standing = yield* topicRows(generation);
    for (const { slug } of standing.filter((row) => marks.has(topicHash(row.slug)))) {
      yield* refreshTopic(generation, slug, now, { dropStale: true });
    }
    const named = yield* values(
      tables.selectFrom('settlements').select('topic').distinct().where('generation', '=', generation),
    );
    const isStanding = new Set(standing.map(({ slug }) => slug));
    const gone = named.filter((topic) => topic !== null).filter((topic) => marks.has(topicHash(topic)));
    yield* dropTopicNames(
      generation,
      gone.filter((topic) => !isStanding.has(topic)),
    );
  }
}

function* planOf({ userId, names = [], also = [] }: ErasureRequest, now: Date) {
  const authors = yield* authorsOfPairs();
  const { messages: known, lastAt, names: knownNames } = yield* knownOf(userId);
  const person = { userId, names: [...new Set([...knownNames, ...names])] };
  const entries = yield* readEntries();
  const chosen = new Map(also.map(({ qaId, turns }) => [qaId, turns]));
  const traces = entries.map((entry) => {
    const own = turnsOf({ entry, userId, authors: authors.get(entry.qaId) ?? null, known });
    return tracesIn({ entry, own, chosen: chosen.get(entry.qaId) ?? [], person });
  });
  const turns = traces.flatMap(({ erased }) => (erased.turns.length > 0 ? [erased] : []));
  const byId = new Map(turns.map(({ qaId, turns: numbers }) => [qaId, numbers]));
  const emptied = entries
    .filter((entry) => saysNothing(withErasedTurns(entry.turns, byId.get(entry.qaId) ?? [])))
    .map(({ qaId }) => qaId)
    .filter((qaId) => byId.has(qaId));
  const retracted = yield* retractedAmong(emptied);
  const topics = yield* topicsOf(new Set(byId.keys()));
  const line: Erasure = {
    userId,
    // Discord or another host may have dated what is here already after this clock.
    erasedAt: timestampFromDate(new Date(Math.max(now.getTime(), lastAt))),
    entries: turns,
    topics: topics.map(topicHash),
  };
  const plan = {
    userId,
    entries: turns,
    candidates: traces.flatMap(({ candidates }) => candidates),
    retracted: emptied.filter((qaId) => !retracted.has(qaId)),
    topics,
    ...(yield* countOfPerson(line)),
    withoutAuthors: entries
      .filter(({ qaId }) => !authors.has(qaId) && !byId.has(qaId))
      .map(({ qaId }) => qaId),
  };
  return { line, plan };
}

/** Topics that contain one of the entries or once did, in any generation. */
function* topicsOf(qaIds: ReadonlySet<QaId>): Section<readonly string[]> {
  const slugs = new Set<string>();
  const pairs = yield* list('pairs', {}, ['qaId', 'slug']);
  for (const { qaId, slug } of pairs) if (qaIds.has(qaId)) slugs.add(slug);
  const settled = yield* list('settlements', {}, ['qaId', 'topic']);
  for (const { qaId, topic } of settled) if (topic !== null && qaIds.has(qaId)) slugs.add(topic);
  return [...slugs].toSorted();
}
