import { readFileSync } from 'node:fs';
import { compareQaIds, type QaId } from '../../../domain/values/qa-id.ts';
import type { Settled } from '../../../domain/team/qa-pair.ts';
import { formatSettled, parseSettled } from '../../../domain/team/settled-file.ts';
import { appendDurably, truncateDurably, writeFileDurably } from '../files/durable-files.ts';
import { endsInLine } from '../files/ends-in-line.ts';
import { createFileViews } from '../files/file-views.ts';
import { ignoreMissing } from '../files/ignore-missing.ts';
import type { StorageLog } from '../storage-log.ts';
import type { GenerationFiles } from './generation-files.ts';
import { writeCursor } from './state-file.ts';
import type { Suppressions } from './suppressions.ts';
import type { TopicFile } from './topic-files.ts';

/** `settled.txt` of every generation. */
export interface Ledger {
  /**
   * The file, without what stands in topics and has no line. What was retracted counts as that whatever the file says: a
   * backup that was restored, or a death, may have left it behind.
   */
  lines(files: GenerationFiles): ReadonlyMap<QaId, Settled>;
  /**
   * Appends what has no line yet or is retracted since, and writes the cursor after it. Inside the lock. A torn last line is cut off first:
   * the call that died over it said nothing to its caller, who comes again.
   */
  append(files: GenerationFiles, settled: readonly Settled[]): void;
  /** Takes the names of topics out that are gone: what they had taken in counts as superseded. Inside the lock. */
  dropTopics(files: GenerationFiles, isGone: (slug: string) => boolean): void;
}

export function createLedger(log: StorageLog, suppressions: Suppressions): Ledger {
  const views = createFileViews(({ path, text }) => {
    const { settled, problems } = parseSettled(text);
    for (const { line, reason } of problems) {
      log.warn({ file: path, line }, `settled_line_skipped: ${path}:${line}: ${reason}`);
    }
    return new Map(settled.map((line) => [line.qaId, line]));
  });
  const written = (files: GenerationFiles): ReadonlyMap<QaId, Settled> =>
    views.read(files.ledger) ?? new Map<QaId, Settled>();

  return {
    lines(files) {
      const retracted = suppressions.retracted();
      if (retracted.size === 0) return written(files);
      return new Map([
        ...written(files),
        ...[...retracted.keys()].map((qaId) => [qaId, retractedLine(qaId)] as const),
      ]);
    },
    dropTopics(files, isGone) {
      const known = [...written(files).values()];
      const text = ignoreMissing(() => readFileSync(files.ledger, 'utf8'), '');
      const named = parseLines(text).flatMap(({ topic }) => (topic !== null && isGone(topic) ? [topic] : []));
      if (named.length === 0) return;
      const lines = known.map((line): Settled =>
        line.topic !== null && isGone(line.topic) ? { ...line, outcome: 'superseded', topic: null } : line,
      );
      writeFileDurably(files.ledger, lines.map(formatSettled).join(''));
      views.forget(files.ledger);
    },
    append(files, settled) {
      cutTornLine(files.ledger);
      const known = new Map(written(files));
      const retracted = [...suppressions.retracted().keys()].map(retractedLine);
      const missing = [...retracted, ...settled].filter((line) => {
        const former = known.get(line.qaId)?.outcome;
        const isNews = former === undefined || (line.outcome === 'retracted' && former !== 'retracted');
        if (isNews) known.set(line.qaId, line);
        return isNews;
      });
      if (missing.length > 0) {
        appendDurably(files.ledger, missing.map(formatSettled).join(''));
        views.renew(files.ledger, known);
      }
      writeCursor(files.state, highest([...known.keys()]));
    },
  };
}

const retractedLine = (qaId: QaId): Settled => ({ qaId, outcome: 'retracted', topic: null });

/** The ledger with the pairs that stand in a topic and have no line: those count as integrated. */
export function settledWith(
  lines: ReadonlyMap<QaId, Settled>,
  topics: readonly TopicFile[],
): ReadonlyMap<QaId, Settled> {
  const settled = new Map(lines);
  for (const { topic } of topics) {
    for (const { qaId } of topic.pairs) {
      if (!settled.has(qaId)) settled.set(qaId, { qaId, outcome: 'integrated', topic: topic.slug });
    }
  }
  return settled;
}

/** Every line by itself, also those that a later one has overtaken. */
const parseLines = (text: string): readonly Settled[] =>
  text.split('\n').flatMap((line) => parseSettled(`${line}\n`).settled);

const highest = (ids: readonly QaId[]): QaId | null =>
  ids.reduce<QaId | null>((best, id) => (best === null || compareQaIds(id, best) > 0 ? id : best), null);

function cutTornLine(path: string): void {
  if (endsInLine(path)) return;
  truncateDurably(path, readFileSync(path).lastIndexOf('\n') + 1);
}
