import { storableText } from '../../../domain/values/text.ts';
import { eraseEntries } from '../../../domain/team/erased-turns.ts';
import { isErased, type ErasedEntry } from '../../../domain/team/erasures-file.ts';
import { isoWeekName } from '../../../domain/values/time.ts';
import { personForgotten } from '../../../domain/ports/errors.ts';
import type { AppendOptions } from '../../../domain/ports/library.ts';
import { formatRawEntry, parseRaw, rawSeparator } from '../../../domain/team/qa-blocks.ts';
import type { RawEntry } from '../../../domain/team/qa-pair.ts';
import { conversationKey } from '../../../domain/team/related-entries.ts';
import { byTime, nextMicrosecond, qaIdFromTimestamp, type QaId } from '../../../domain/values/qa-id.ts';
import { find, remove, update, valueOf, values } from '../database/rows.ts';
import { run, type Section } from '../database/section.ts';
import { revise } from '../database/revisions.ts';
import { tables } from '../database/tables.ts';
import { forgottenTimes, retractedAmong } from '../retracted-and-erased.ts';

/*
 * The raw archive: weeks of segments, kept word for word. A segment is an entry with what surrounds it, or text that is no
 * entry. Entries are never changed but for what people who were erased had written.
 */

/** Appends to the week of `now`, or returns the equivalent entry that exists. */
export function* appendEntry(entry: RawEntry, now: Date, options: AppendOptions): Section<RawEntry> {
  yield* refuseErased(options);
  const existing = yield* standIn(entry, options.edited ?? false);
  if (existing) return existing;
  const free = yield* withFreeId(entry);
  const block = storableText(formatRawEntry(free));
  const week = isoWeekName(now);
  const [last] = yield* values(
    tables.selectFrom('raw_segments').select('text').where('week', '=', week).orderBy('id', 'desc').limit(1),
  );
  const gap = last === undefined ? '' : last.endsWith('\n') ? rawSeparator : `\n${rawSeparator}`;
  yield* insertSegment(week, gap + block);
  return parseRaw(block).entries[0] ?? free;
}

/** Adds a piece of a week's text. Returns its id if an earlier entry has the same one, which then counts. */
export function* insertSegment(week: string, text: string): Section<QaId | null> {
  const [entry] = parseRaw(text).entries;
  const isTaken = entry !== undefined && (yield* isStored(entry.qaId));
  const counts = entry && !isTaken ? entry : null;
  yield* run(
    tables.insertInto('raw_segments').values({
      week,
      text,
      qaId: counts?.qaId ?? null,
      conversationId: counts?.conversationId ?? null,
      conversationKey: counts && conversationKey(counts),
    }),
  );
  return isTaken ? entry.qaId : null;
}

/** The file of a week, for example `2026-W05`. */
export function* weekText(week: string): Section<string> {
  const segments = tables.selectFrom('raw_segments').select('text').where('week', '=', week).orderBy('id');
  return (yield* values(segments)).join('');
}

export function* removeWeek(week: string): Section<void> {
  yield* remove('raw_segments', { week });
  yield* revise('archive');
}

export function* isStored(qaId: QaId): Section<boolean> {
  return (yield* valueOf('raw_segments', { qaId }, 'id')) !== null;
}

/** The equivalent entry that exists. For an edited conversation only one with the same text is equivalent. */
function* standIn(entry: RawEntry, edited: boolean): Section<RawEntry | undefined> {
  const texts = yield* values(
    tables
      .selectFrom('raw_segments')
      .select('text')
      .where('conversationKey', '=', conversationKey(entry))
      .orderBy('id'),
  );
  const same = texts.flatMap((text) => parseRaw(text).entries);
  if (same.length === 0) return undefined;
  const retracted = yield* retractedAmong(same.map(({ qaId }) => qaId));
  const counting = same.filter(({ qaId }) => !retracted.has(qaId));
  if (!edited) return counting.at(-1) ?? same.at(-1);
  const [asRead = entry] = parseRaw(storableText(formatRawEntry(entry))).entries;
  return counting.findLast(({ turns }) => JSON.stringify(turns) === JSON.stringify(asRead.turns));
}

/** Moves the timestamp on by a microsecond until its id is free, also in unreadable entries. */
function* withFreeId(entry: RawEntry): Section<RawEntry> {
  const unread = yield* values(tables.selectFrom('raw_segments').select('text').where('qaId', 'is', null));
  const named = new Set(
    unread.flatMap((text) => Array.from(text.matchAll(/^id:[ \t]*(qa_\S+)/gmu), (match) => match[1])),
  );
  let { timestamp } = entry;
  for (;;) {
    const qaId = qaIdFromTimestamp(timestamp);
    if (!named.has(qaId) && !(yield* isStored(qaId))) return { ...entry, timestamp, qaId };
    timestamp = nextMicrosecond(timestamp);
  }
}

function* refuseErased({ turnAuthors = [] }: AppendOptions): Section<void> {
  const since = yield* forgottenTimes(turnAuthors.map(({ authorId }) => authorId));
  if (turnAuthors.some((words) => isErased(since, words))) throw personForgotten();
}

/** Erases what went with a person. */
export function* eraseArchived(entries: readonly ErasedEntry[]): Section<void> {
  for (const { qaId, messageIds } of entries) {
    const row = yield* find('raw_segments', { qaId }, ['id', 'text']);
    if (row)
      yield* update('raw_segments', { id: row.id }, { text: eraseEntries(row.text, [{ qaId, messageIds }]) });
  }
  if (entries.length > 0) yield* revise('archive');
}

export function* readEntries(): Section<readonly RawEntry[]> {
  const texts = yield* values(tables.selectFrom('raw_segments').select('text').where('qaId', 'is not', null));
  return texts.flatMap((text) => parseRaw(text).entries).toSorted(byTime);
}

export function* readEntry(qaId: QaId): Section<RawEntry | null> {
  const text = yield* valueOf('raw_segments', { qaId }, 'text');
  return parseRaw(text ?? '').entries[0] ?? null;
}

/** The entries read so far. */
interface Archive {
  readonly revision: string | null;
  readonly lastId: number | null;
  readonly entries: readonly RawEntry[];
}

export const noArchive: Archive = { revision: null, lastId: null, entries: [] };

/** All entries; reads only those that are not `known`, by the present `revision` and `lastId`. */
export function* entriesSince(
  known: Archive,
  { archive: revision, lastId }: { readonly archive: string | null; readonly lastId: number | null },
): Section<Archive> {
  if (known.revision === revision && known.lastId === lastId) return known;
  const base = known.revision === revision ? known : noArchive;
  const texts = yield* values(
    tables
      .selectFrom('raw_segments')
      .select('text')
      .where('qaId', 'is not', null)
      .where('id', '>', base.lastId ?? 0)
      .orderBy('id'),
  );
  const news = texts.flatMap((text) => parseRaw(text).entries);
  return { revision, lastId, entries: [...base.entries, ...news].toSorted(byTime) };
}
