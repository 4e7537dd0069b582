import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { parseIndexCache } from '../../../domain/documents/index-cache.ts';
import { compareCodePoints } from '../../../domain/values/text.ts';
import { parseRemovalApprovals, parseRetractions } from '../../../domain/team/removal-files.ts';
import { withoutOwnTurns } from '../../../domain/team/qa-pair.ts';
import { adoptTopicBlock } from '../../../domain/team/qa-blocks.ts';
import type { LineProblem } from '../../../domain/values/text.ts';
import { parseSettled } from '../../../domain/team/settled-file.ts';
import { teamSourceId, topicSlug } from '../../../domain/team/topic-slug.ts';
import { isQaId, type QaId } from '../../../domain/values/qa-id.ts';
import { insert, insertNew, list, upsert } from '../database/rows.ts';
import type { Section } from '../database/section.ts';
import { saveRemovalApproval } from '../library/removal-approvals.ts';
import { applyRetractionsEverywhere } from '../library/retract.ts';
import { insertSettlements } from '../library/settlements.ts';
import { readEntries } from '../library/raw-archive.ts';
import { insertRetractions } from '../retracted-and-erased.ts';
import { describedIn, refreshTopic, saveEdit, saysTheSame } from '../library/topics.ts';
import type { StorageLog } from '../storage-log.ts';
import type { StoragePaths } from '../storage-paths.ts';
import { keepConflict } from '../view/conflicts.ts';
import { ignoreMissing, namesIn, weekName } from '../view/view-folders.ts';
import { blocksOf } from '../view/merge-topic.ts';
import { adoptText, mergeForgotten } from '../view/merge-archive.ts';
import { readText } from '../view/replace-file.ts';
import { parsedJson, readCursor } from './cursor.ts';

interface LibraryFolder {
  readonly topicsDir: string;
  readonly indexCache: string;
  readonly ledger: string;
  /** The Python original wrote it. */
  readonly byOriginal?: boolean;
}

interface Adoption {
  readonly paths: StoragePaths;
  readonly log: StorageLog;
  readonly now: Date;
}

/**
 * Fills an empty store from text files: those of an earlier version with its generations, a printed view whose database is
 * gone, or the library of a Python original.
 */
export function* adoptLibrary(adoption: Adoption): Section<void> {
  const { paths, log, now } = adoption;
  yield* adoptArchive(adoption);
  const { libraryDir } = paths;
  const retracted = join(libraryDir, 'retractions.txt');
  const { retractions, ...others } = parseRetractions(readText(retracted) ?? '');
  tellOf(log, retracted, others.problems);
  yield* insertRetractions([...retractions.values()]);
  if (liveTarget(libraryDir) === null) yield* adoptView(adoption);
  else yield* adoptGenerations(adoption);
  yield* applyRetractionsEverywhere([...retractions.keys()], now);
  const forgotten = join(libraryDir, 'forgotten.txt');
  tellOf(log, forgotten, (yield* mergeForgotten(readText(forgotten) ?? '')).problems);
  const decided = join(libraryDir, 'decisions.txt');
  const { approvals, problems } = parseRemovalApprovals(readText(decided) ?? '');
  for (const approval of approvals.values()) yield* saveRemovalApproval(approval);
  tellOf(log, decided, problems);
}

function tellOf(log: Adoption['log'], file: string, problems: readonly LineProblem[]): void {
  for (const { line, reason } of problems)
    log.warn({ file, line }, `view_line_skipped: ${file}:${line}: ${reason}`);
}

function* adoptArchive({ paths, log }: Adoption): Section<void> {
  for (const name of namesIn(paths.rawDir).filter((one) => weekName.test(one))) {
    const path = join(paths.rawDir, name);
    tellOf(log, path, yield* adoptText(basename(name, '.txt'), '', readText(path) ?? ''));
  }
}

/** Makes the library at the configured places generation 1. */
function* adoptView(adoption: Adoption): Section<void> {
  const { paths, log, now } = adoption;
  const ledger = join(paths.libraryDir, 'settled.txt');
  const byOriginal = readText(ledger) === null;
  // The ledger says what was settled. The Python original had only a cursor.
  const cursor = byOriginal ? readCursor(paths.teamState, readText(paths.teamState)) : null;
  const since = now.toISOString();
  yield* insert('generations', [{ number: 1, state: 'live', since, adoptedCursor: cursor }]);
  const folder = { topicsDir: paths.topicsDir, indexCache: paths.teamIndexCache, ledger, byOriginal };
  const topics = yield* adoptFolder(adoption, 1, folder);
  if (!byOriginal) yield* keepEdits();
  if (topics > 0)
    log.info({ generation: 1, topics }, 'library_adopted: the topics that were there are generation 1 now');
}

/** A block that differs from its raw entry was edited by a person. The edit holds in every rebuild. */
function* keepEdits(): Section<void> {
  const entries = new Map((yield* readEntries()).map((entry) => [entry.qaId, withoutOwnTurns(entry)]));
  for (const { qaId, block } of yield* list('pairs', { generation: 1 }, ['qaId', 'block'])) {
    const entry = entries.get(qaId);
    if (entry && !saysTheSame(block, entry)) yield* saveEdit(qaId, block);
  }
}

const aboutSchema = z.object({
  rebuild_owner: z.string().nullable(),
  adopted_cursor: z.string().refine(isQaId).nullable(),
});

function* adoptGenerations(adoption: Adoption): Section<void> {
  const { libraryDir } = adoption.paths;
  const generations = join(libraryDir, 'generations');
  const live = liveTarget(libraryDir);
  const numbers = ignoreMissing(() => readdirSync(generations), []).filter((name) => /^[1-9]\d*$/.test(name));
  const removed = Number(readText(join(generations, '.highest-removed')) ?? 0) || 0;
  for (const number of numbers.map(Number).toSorted((a, b) => a - b)) {
    const folder = join(generations, String(number));
    const aboutPath = join(folder, 'generation.json');
    const about = aboutSchema.safeParse(parsedJson(readText(aboutPath) ?? '')).data;
    const owner = number === live ? null : (about?.rebuild_owner ?? null);
    const state = number === live ? 'live' : owner === null ? 'kept' : 'building';
    const since = ignoreMissing(() => statSync(aboutPath), statSync(folder)).mtime.toISOString();
    const cursor = about?.adopted_cursor ?? null;
    yield* insert('generations', [{ number, state, owner, since, adoptedCursor: cursor }]);
    yield* adoptFolder(adoption, number, {
      topicsDir: join(folder, 'topics'),
      indexCache: join(folder, 'index-team-cache.json'),
      ledger: join(folder, 'settled.txt'),
    });
  }
  const since = adoption.now.toISOString();
  if (removed > 0) yield* insertNew('generations', [{ number: removed, state: 'dropped', since }]);
}

/** The generation that the `live` link of an earlier version points to. */
export function liveTarget(libraryDir: string): number | null {
  try {
    return Number(basename(readlinkSync(join(libraryDir, 'live'))));
  } catch {
    return null;
  }
}

/** Returns how many topics there are. */
function* adoptFolder(
  { paths, log, now }: Adoption,
  generation: number,
  folder: LibraryFolder,
): Section<number> {
  const standing = new Map<QaId, string>();
  const slugs = new Set<string>();
  const { cache } = parseIndexCache(readText(folder.indexCache) ?? '{}');
  for (const name of ignoreMissing(() => readdirSync(folder.topicsDir), []).toSorted(compareCodePoints)) {
    // The original used topic names as its model returned them.
    const slug = name.endsWith('.txt') && !name.startsWith('.') ? topicSlug(name) : null;
    if (slug === null) continue;
    const path = join(folder.topicsDir, name);
    const text = readText(path) ?? '';
    const { blocks, hasOther } = blocksOf(text);
    const own = blocks.filter(({ qaId }, at) => {
      const isFirst = blocks.findIndex((block) => block.qaId === qaId) === at;
      return isFirst && !standing.has(qaId);
    });
    if (hasOther || own.length < blocks.length) {
      const copy = keepConflict(paths, path, text);
      log.warn(
        { file: copy },
        `view_conflict: not all of ${path} could be taken in; a copy is kept in ${copy}`,
      );
    }
    const rows = own.map(({ qaId, text: block }) => ({
      generation,
      slug,
      qaId,
      block: folder.byOriginal ? adoptTopicBlock(block) : block,
    }));
    yield* insert('pairs', rows);
    for (const { qaId } of own) standing.set(qaId, slug);
    if (own.length === 0) continue;
    const record = cache?.sources[teamSourceId(slug)];
    if (record?.source_type === 'file' && record.summary_text.trim() !== '' && !slugs.has(slug)) {
      yield* upsert('topics', { generation, slug, version: '', ...describedIn(record) });
    }
    slugs.add(slug);
    yield* refreshTopic(generation, slug, now);
  }
  const { settled, problems } = parseSettled(readText(folder.ledger) ?? '');
  for (const { line, reason } of problems) {
    log.warn({ file: folder.ledger, line }, `settled_line_skipped: ${folder.ledger}:${line}: ${reason}`);
  }
  yield* insertSettlements(generation, settled);
  const known = new Set(settled.map(({ qaId }) => qaId));
  const placed = [...standing].filter(([qaId]) => !known.has(qaId));
  yield* insertSettlements(
    generation,
    placed.map(([qaId, topic]) => ({ qaId, outcome: 'integrated', topic })),
  );
  return slugs.size;
}
