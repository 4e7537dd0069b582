import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { parseIndexCache } from '../../../domain/documents/index-cache.ts';
import { compareCodePoints } from '../../../domain/values/text.ts';
import { parseRemovalDecisions, parseRetractions } from '../../../domain/team/decision-files.ts';
import { parseErasures } from '../../../domain/team/erasures-file.ts';
import { withoutOwnTurns } from '../../../domain/team/qa-pair.ts';
import { adoptTopicBlock } from '../../../domain/team/qa-blocks.ts';
import { parseSettled } from '../../../domain/team/settled-file.ts';
import { teamSourceId, topicSlug } from '../../../domain/team/topic-slug.ts';
import { isQaId, type QaId } from '../../../domain/values/qa-id.ts';
import { list } from '../database/rows.ts';
import { chunked, run, type Section } from '../database/section.ts';
import { say } from '../database/revisions.ts';
import { tables } from '../database/tables.ts';
import { saveRemovalDecision } from '../library/decisions.ts';
import { takeLine } from '../library/erase-person.ts';
import { readComparison } from '../library/library.ts';
import { applyRetractionsEverywhere } from '../library/retract.ts';
import { insertSettlements } from '../library/settlements.ts';
import { readEntries } from '../library/raw-archive.ts';
import { insertRetractions, readForgotten } from '../library/suppressions.ts';
import { describedIn, refreshTopic, saveEdit, saveTopic, saysTheSame } from '../library/topics.ts';
import type { StorageLog } from '../storage-log.ts';
import type { StoragePaths } from '../storage-paths.ts';
import { keepConflict } from '../view/conflicts.ts';
import { ignoreMissing } from '../view/view-folders.ts';
import { blocksOf } from '../view/merge-topic.ts';
import { adoptText } from '../view/merge-week.ts';
import { readText } from '../view/replace-file.ts';
import { readCursor } from './cursor.ts';
import { parsedJson } from './parsed-json.ts';
import { completedText, readIntent } from './append-intent.ts';

/** One generation of the library in text files. */
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
  const retractions = parseRetractions(readText(join(libraryDir, 'retractions.txt')) ?? '').retractions;
  yield* insertRetractions([...retractions.values()]);
  if (liveTarget(libraryDir) === null) yield* adoptView(adoption);
  else yield* adoptGenerations(adoption);
  yield* applyRetractionsEverywhere([...retractions.keys()], now);
  const known = new Set((yield* readForgotten()).map((line) => `${line.userId} ${line.erasedAt}`));
  for (const line of parseErasures(readText(join(libraryDir, 'forgotten.txt')) ?? '').erasures) {
    if (!known.has(`${line.userId} ${line.erasedAt}`)) yield* takeLine(line);
  }
  const decided = join(libraryDir, 'decisions.txt');
  const { decisions, problems } = parseRemovalDecisions(readText(decided) ?? '');
  for (const decision of decisions.values()) yield* saveRemovalDecision(decision);
  for (const line of problems) {
    log.warn({ file: decided, line }, `view_line_skipped: ${decided}:${line}: It is no decision.`);
  }
  const comparison = readComparison(readText(join(libraryDir, 'dry-run.json')) ?? '');
  if (comparison) yield* say('comparison', JSON.stringify(comparison));
}

function* adoptArchive({ paths, log }: Adoption): Section<void> {
  const intent = readIntent(paths.rawDir);
  const names = new Set(ignoreMissing(() => readdirSync(paths.rawDir), []));
  if (intent) names.add(intent.fileName);
  for (const name of [...names].filter((one) => /^\d{4}-W\d{2}\.txt$/.test(one)).toSorted()) {
    const path = join(paths.rawDir, name);
    const found = readText(path) ?? '';
    const text = intent?.fileName === name ? completedText(found, intent) : found;
    for (const { line, reason } of yield* adoptText(basename(name, '.txt'), '', text)) {
      log.warn({ file: path, line }, `view_line_skipped: ${path}:${line}: ${reason}`);
    }
  }
}

/** The one library that stands at the configured places becomes generation 1. */
function* adoptView(adoption: Adoption): Section<void> {
  const { paths, log, now } = adoption;
  const ledger = join(paths.libraryDir, 'settled.txt');
  const byOriginal = readText(ledger) === null;
  // Where there is a ledger, it says what was settled; the Python original knew a cursor alone.
  const cursor = byOriginal ? readCursor(paths.teamState, readText(paths.teamState)) : null;
  yield* insertGeneration({ number: 1, state: 'live', since: now.toISOString(), cursor });
  const folder = { topicsDir: paths.topicsDir, indexCache: paths.teamIndexCache, ledger, byOriginal };
  const topics = yield* adoptFolder(adoption, 1, folder);
  if (!byOriginal) yield* keepEdits();
  if (topics > 0)
    log.info({ generation: 1, topics }, 'library_adopted: the topics that were there are generation 1 now');
}

/** A block of the view that says something else than its entry has a person's words, which hold in every rebuild. */
function* keepEdits(): Section<void> {
  const entries = new Map((yield* readEntries()).map((entry) => [entry.qaId, withoutOwnTurns(entry)]));
  for (const { qa_id: qaId, block } of yield* list('pairs', { generation: 1 }, ['qa_id', 'block'])) {
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
    yield* insertGeneration({
      number,
      state: number === live ? 'live' : owner === null ? 'kept' : 'building',
      owner,
      since: ignoreMissing(() => statSync(aboutPath), statSync(folder)).mtime.toISOString(),
      cursor: about?.adopted_cursor ?? null,
    });
    yield* adoptFolder(adoption, number, {
      topicsDir: join(folder, 'topics'),
      indexCache: join(folder, 'index-team-cache.json'),
      ledger: join(folder, 'settled.txt'),
    });
  }
  if (removed > 0 && !numbers.includes(String(removed)))
    yield* insertGeneration({
      number: removed,
      state: 'dropped',
      since: adoption.now.toISOString(),
      cursor: null,
    });
}

/** The generation that an earlier version's `live` link leads to. */
export function liveTarget(libraryDir: string): number | null {
  try {
    return Number(basename(readlinkSync(join(libraryDir, 'live'))));
  } catch {
    return null;
  }
}

function* insertGeneration({
  number,
  state,
  since,
  cursor,
  owner = null,
}: {
  readonly number: number;
  readonly state: 'live' | 'kept' | 'building' | 'dropped';
  readonly since: string;
  readonly cursor: QaId | null;
  readonly owner?: string | null;
}): Section<void> {
  yield* run(
    tables.insertInto('generations').values({ number, state, owner, since, adopted_cursor: cursor }),
  );
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
    // The original took topic names as its model gave them.
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
    for (const some of chunked(own)) {
      const rows = some.map(({ qaId, text: block }) => ({
        generation,
        slug,
        qa_id: qaId,
        block: folder.byOriginal ? adoptTopicBlock(block) : block,
      }));
      yield* run(tables.insertInto('pairs').values(rows));
    }
    for (const { qaId } of own) standing.set(qaId, slug);
    if (own.length === 0) continue;
    const record = cache?.sources[teamSourceId(slug)];
    if (record?.source_type === 'file' && record.summary_text.trim() !== '' && !slugs.has(slug)) {
      yield* saveTopic({ generation, slug, version: '', ...describedIn(record) });
    }
    slugs.add(slug);
    yield* refreshTopic(generation, slug, now);
  }
  const { settled, problems } = parseSettled(readText(folder.ledger) ?? '');
  for (const { line, reason } of problems) {
    log.warn({ file: folder.ledger, line }, `settled_line_skipped: ${folder.ledger}:${line}: ${reason}`);
  }
  yield* insertSettlements(generation, settled);
  const placed = [...standing].map(([qaId, topic]) => ({ qaId, outcome: 'integrated', topic }) as const);
  const known = new Set(settled.map(({ qaId }) => qaId));
  yield* insertSettlements(
    generation,
    placed.filter(({ qaId }) => !known.has(qaId)),
  );
  return slugs.size;
}
