import { storableText } from '../../../domain/values/text.ts';
import { eraseEntries, erasedText, withErased } from '../../../domain/team/erased-turns.ts';
import type { ErasedEntry } from '../../../domain/team/erasures-file.ts';
import { isoWeekName } from '../../../domain/values/time.ts';
import { formatRawEntry, parseRaw, rawSeparator } from '../../../domain/team/qa-blocks.ts';
import type { RawEntry } from '../../../domain/team/qa-pair.ts';
import { conversationKey } from '../../../domain/team/related-entries.ts';
import { byTime, nextMicrosecond, qaIdFromTimestamp, type QaId } from '../../../domain/values/qa-id.ts';
import { list, remove, update, valueOf, values, valuesOf } from '../database/rows.ts';
import type { Transaction } from '../database/database.ts';
import { revise } from '../database/revisions.ts';
import { readForgotten, retractedAmong } from '../retracted-and-erased.ts';

/*
 * The raw archive: weeks of segments, kept word for word. A segment is an entry with what surrounds it, or text that is no
 * entry. Entries are never changed but for what people who were erased had written.
 */

/** Appends to the week of `now`, without what was erased of it; or returns the equivalent entry that exists. */
export async function appendEntry(
  trx: Transaction,
  wholeEntry: RawEntry,
  now: Date,
  edited: boolean,
): Promise<RawEntry> {
  const { qaId, conversationId } = wholeEntry;
  const isKnown = (await valueOf(trx, 'raw_segments', { qaId, conversationId }, 'id')) !== null;
  const erased = isKnown ? (await readForgotten(trx)).flatMap(({ entries }) => entries) : [];
  const entry = erased
    .filter((one) => one.qaId === qaId)
    .reduce<RawEntry>((rest, { messageIds }) => withErased(rest, messageIds), wholeEntry);
  const existing = await standIn(trx, entry, edited);
  if (existing) return existing;
  const free = await withFreeId(trx, entry);
  const block = storableText(formatRawEntry(free));
  const week = isoWeekName(now);
  const [last] = await values(
    trx.selectFrom('raw_segments').select('text').where('week', '=', week).orderBy('id', 'desc').limit(1),
  );
  const gap = last === undefined ? '' : last.endsWith('\n') ? rawSeparator : `\n${rawSeparator}`;
  await insertSegment(trx, week, gap + block);
  return parseRaw(block).entries[0] ?? free;
}

/** Adds a piece of a week's text. Returns its id if an earlier entry has the same one, which then counts. */
export async function insertSegment(trx: Transaction, week: string, text: string): Promise<QaId | null> {
  const [entry] = parseRaw(text).entries;
  const isTaken = entry !== undefined && (await isStored(trx, entry.qaId));
  const counts = entry && !isTaken ? entry : null;
  await trx
    .insertInto('raw_segments')
    .values({
      week,
      text,
      qaId: counts?.qaId ?? null,
      conversationId: counts?.conversationId ?? null,
      conversationKey: counts && conversationKey(counts),
    })
    .execute();
  await revise(trx, 'archive');
  return isTaken ? entry.qaId : null;
}

/** The file of a week, for example `2026-W05`. */
export async function weekText(trx: Transaction, week: string): Promise<string> {
  const segments = trx.selectFrom('raw_segments').select('text').where('week', '=', week).orderBy('id');
  return (await values(segments)).join('');
}

export async function removeWeek(trx: Transaction, week: string): Promise<void> {
  await remove(trx, 'raw_segments', { week });
  await reviseWeeks(trx);
}

/** Something was changed that stood there before. */
async function reviseWeeks(trx: Transaction): Promise<void> {
  await revise(trx, 'archive');
  await revise(trx, 'weeks');
}

export async function isStored(trx: Transaction, qaId: QaId): Promise<boolean> {
  return (await valueOf(trx, 'raw_segments', { qaId }, 'id')) !== null;
}

/** Whether an entry of these messages stands there as a tombstone under another id. */
export async function isForgotten(trx: Transaction, entry: RawEntry): Promise<boolean> {
  const texts = await valuesOf(trx, 'raw_segments', { conversationKey: conversationKey(entry) }, 'text');
  const stored = texts.flatMap((text) => parseRaw(text).entries);
  return stored.some(
    ({ qaId, turns }) => qaId !== entry.qaId && turns.every(({ text }) => text === erasedText),
  );
}

/** The equivalent entry that exists. For an edited conversation only one with the same text is equivalent. */
async function standIn(trx: Transaction, entry: RawEntry, edited: boolean): Promise<RawEntry | undefined> {
  const texts = await values(
    trx
      .selectFrom('raw_segments')
      .select('text')
      .where('conversationKey', '=', conversationKey(entry))
      .orderBy('id'),
  );
  const same = texts.flatMap((text) => parseRaw(text).entries);
  if (same.length === 0) return undefined;
  const retracted = await retractedAmong(
    trx,
    same.map(({ qaId }) => qaId),
  );
  const counting = same.filter(({ qaId }) => !retracted.has(qaId));
  if (!edited) return counting.at(-1) ?? same.at(-1);
  const [asRead = entry] = parseRaw(storableText(formatRawEntry(entry))).entries;
  return counting.findLast(({ turns }) => JSON.stringify(turns) === JSON.stringify(asRead.turns));
}

/** Moves the timestamp on by a microsecond until its id is free. */
async function withFreeId(trx: Transaction, entry: RawEntry): Promise<RawEntry> {
  let { timestamp } = entry;
  while (await isStored(trx, qaIdFromTimestamp(timestamp))) timestamp = nextMicrosecond(timestamp);
  return { ...entry, timestamp, qaId: qaIdFromTimestamp(timestamp) };
}

/** Erases what went with a person, also where a copy of an entry stands that does not count. */
export async function eraseArchived(trx: Transaction, entries: readonly ErasedEntry[]): Promise<void> {
  if (entries.length === 0) return;
  for (const qaId of [null, entries.map((entry) => entry.qaId)])
    for (const { id, text } of await list(trx, 'raw_segments', { qaId }, ['id', 'text'])) {
      const rest = eraseEntries(text, entries);
      if (rest !== text) await update(trx, 'raw_segments', { id }, { text: rest });
    }
  await reviseWeeks(trx);
}

export async function readEntries(trx: Transaction): Promise<readonly RawEntry[]> {
  const texts = await values(trx.selectFrom('raw_segments').select('text').where('qaId', 'is not', null));
  return texts.flatMap((text) => parseRaw(text).entries).toSorted(byTime);
}

export async function readEntry(trx: Transaction, qaId: QaId): Promise<RawEntry | null> {
  const text = await valueOf(trx, 'raw_segments', { qaId }, 'text');
  return parseRaw(text ?? '').entries[0] ?? null;
}
