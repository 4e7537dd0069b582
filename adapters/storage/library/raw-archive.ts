import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { compareCodePoints, storableText } from '../../../domain/values/text.ts';
import { eraseTurns } from '../../../domain/team/erased-turns.ts';
import { erasedSince, isErased } from '../../../domain/team/erasures-file.ts';
import { isoWeekName } from '../../../domain/values/time.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { AppendOptions } from '../../../domain/ports/library.ts';
import { formatRawEntry, parseRaw, rawSeparator } from '../../../domain/team/qa-blocks.ts';
import { compareQaIds, nextMicrosecond, qaIdFromTimestamp, type QaId } from '../../../domain/values/qa-id.ts';
import type { RawEntry } from '../../../domain/team/qa-pair.ts';
import { writeFileDurably } from '../files/durable-files.ts';
import { createFileViews } from '../files/file-views.ts';
import { ignoreMissing } from '../files/ignore-missing.ts';
import { transaction } from '../sqlite/transaction.ts';
import type { StorageLog } from '../storage-log.ts';
import { appendWithIntent, completeAppend } from './append-intent.ts';
import type { Suppressions } from './suppressions.ts';
import { addEntry, conversationKey, rawFileView, type RawFileView } from './raw-file-view.ts';

/** The weekly files of the raw archive, parsed once and kept as long as they do not change. */
export interface RawArchive {
  append(entry: RawEntry, now: Date, options?: AppendOptions): RawEntry;
  /** Oldest first. Of entries that share an id the first one in the files counts. */
  entries(): readonly RawEntry[];
  entry(qaId: QaId): RawEntry | null;
  /** Puts tombstones into entries, each week's file in one step. Inside the lock. False: all was done already. */
  bury(turns: ReadonlyMap<QaId, readonly number[]>): boolean;
}

export function createRawArchive({
  db,
  rawDir,
  log,
  suppressions,
}: {
  readonly db: DatabaseSync;
  readonly rawDir: string;
  readonly log: StorageLog;
  readonly suppressions: Suppressions;
}): RawArchive {
  const warned = new Set<string>();
  const files = createFileViews((file) => {
    const view = rawFileView(file);
    for (const { line, reason } of view.problems)
      warnOnce(`${file.path}:${line}: ${reason}`, file.path, line);
    return view;
  });
  let merged: Merged = { of: [], entries: [], byId: new Map() };

  const warnOnce = (message: string, file: string, line: number | null): void => {
    if (warned.has(message)) return;
    warned.add(message);
    log.warn({ file, line }, `raw_entry_skipped: ${message}`);
  };

  const paths = (): readonly string[] => rawFileNames(rawDir).map((name) => join(rawDir, name));

  const viewsInLock = (): readonly RawFileView[] => {
    completeAppend(rawDir, log);
    return paths().flatMap((path) => files.read(path) ?? []);
  };

  /** Without the lock while nothing changed; with it otherwise, so that no append is seen half done. */
  const views = (): readonly RawFileView[] => {
    const known = paths();
    if (known.every((path) => files.isFresh(path))) return known.flatMap((path) => files.read(path) ?? []);
    return db.isTransaction ? viewsInLock() : transaction(db, viewsInLock);
  };

  const mergedNow = (): Merged => {
    const now = views();
    const isSame =
      now.length === merged.of.length && now.every((view, at) => isUnchanged(view, merged.of[at]));
    if (!isSame) {
      merged = merge(now, (entry) => {
        warnOnce(`the id ${entry.qaId} stands twice; the later entry is not used`, rawDir, null);
      });
    }
    return merged;
  };

  return {
    append(entry, now, options = {}) {
      return transaction(db, () => {
        refuseErased(suppressions, options);
        const known = viewsInLock();
        const key = conversationKey(entry);
        const same = known.flatMap((view) => view.byConversation.get(key) ?? []);
        const existing = standIn({ entry, same, suppressions, edited: options.edited ?? false });
        if (existing) return existing;

        const free = withFreeId(entry, (id) => known.some(({ ids }) => ids.has(id)));
        const block = storableText(formatRawEntry(free));
        const path = join(rawDir, `${isoWeekName(now)}.txt`);
        const view = files.read(path) ?? rawFileView({ text: '' });
        const offset = ignoreMissing(() => statSync(path).size, 0);
        const gap = offset === 0 ? '' : view.endsInLine ? rawSeparator : `\n${rawSeparator}`;
        appendWithIntent(rawDir, { fileName: `${isoWeekName(now)}.txt`, offset, text: gap + block });

        const written = parseRaw(block).entries[0] ?? free;
        addEntry(view, written);
        files.renew(path, { ...view, endsInLine: true });
        return written;
      });
    },

    bury(turns) {
      let isChanged = false;
      for (const path of paths()) {
        const text = readFileSync(path, 'utf8');
        const buried = eraseTurns(text, turns);
        if (buried === text) continue;
        writeFileDurably(path, buried);
        files.forget(path);
        isChanged = true;
        log.info({ file: path }, 'raw_turns_buried');
      }
      return isChanged;
    },

    entries: () => mergedNow().entries,
    entry: (qaId) => mergedNow().byId.get(qaId) ?? null,
  };
}

/** The entry that an append finds in its place, or none. An edited conversation finds only one with the same text. */
function standIn({
  entry,
  same,
  suppressions,
  edited,
}: {
  readonly entry: RawEntry;
  readonly same: readonly RawEntry[];
  readonly suppressions: Suppressions;
  readonly edited: boolean;
}): RawEntry | undefined {
  if (same.length === 0) return undefined;
  const counting = same.filter(({ qaId }) => !suppressions.retracted().has(qaId));
  if (!edited) return counting.at(-1) ?? same.at(-1);
  const [asRead = entry] = parseRaw(storableText(formatRawEntry(entry))).entries;
  return counting.findLast(({ turns }) => JSON.stringify(turns) === JSON.stringify(asRead.turns));
}

function refuseErased(suppressions: Suppressions, { turnAuthors = [] }: AppendOptions): void {
  const since = erasedSince(suppressions.forgotten());
  if (!turnAuthors.some((words) => isErased(since, words))) return;
  throw new PortError({
    kind: 'transient',
    code: 'person_forgotten',
    message:
      'A person in this conversation was forgotten meanwhile; it is captured again without their words.',
  });
}

/** `2026-W05.txt` and the like; nothing else in the folder is ours. */
export const rawFileNames = (rawDir: string): readonly string[] =>
  ignoreMissing(() => readdirSync(rawDir), [])
    .filter((name) => /^\d{4}-W\d{2}\.txt$/.test(name))
    .toSorted();

/** Moves on by a microsecond while another conversation or other messages hold the id. */
function withFreeId(entry: RawEntry, isTaken: (id: QaId) => boolean): RawEntry {
  let { timestamp } = entry;
  while (isTaken(qaIdFromTimestamp(timestamp))) timestamp = nextMicrosecond(timestamp);
  return { ...entry, timestamp, qaId: qaIdFromTimestamp(timestamp) };
}

interface Merged {
  readonly of: readonly { readonly entries: readonly RawEntry[]; readonly count: number }[];
  readonly entries: readonly RawEntry[];
  readonly byId: ReadonlyMap<QaId, RawEntry>;
}

const isUnchanged = (view: RawFileView, before: Merged['of'][number] | undefined): boolean =>
  view.entries === before?.entries && view.entries.length === before.count;

function merge(views: readonly RawFileView[], onRepeated: (entry: RawEntry) => void): Merged {
  const byId = new Map<QaId, RawEntry>();
  for (const entry of views.flatMap(({ entries }) => entries)) {
    if (byId.has(entry.qaId)) onRepeated(entry);
    else byId.set(entry.qaId, entry);
  }
  const entries = [...byId.values()].toSorted(
    (a, b) => compareQaIds(a.qaId, b.qaId) || compareCodePoints(a.qaId, b.qaId),
  );
  return { of: views.map(({ entries }) => ({ entries, count: entries.length })), entries, byId };
}
