import type { Storage } from '../../adapters/storage/open-storage.ts';
import { failedWith } from '../../domain/ports/errors.ts';
import { compareQaIds } from '../../domain/values/qa-id.ts';
import type { RawEntry } from '../../domain/team/qa-pair.ts';
import { conversationKey } from '../../domain/team/related-entries.ts';
import type { Progress } from '../../domain/operations/progress.ts';
import type { Candidate, SkippedEntry } from './import-candidates.ts';

export interface ImportCounts {
  readonly written: number;
  readonly known: number;
  readonly leftOut: readonly SkippedEntry[];
}

/** Appends the entries that the archive lacks, oldest first. An import that was interrupted can be started again. */
export async function writeCandidates(
  { library, records }: Pick<Storage, 'library' | 'records'>,
  {
    candidates,
    dryRun,
    progress,
  }: {
    readonly candidates: readonly Candidate[];
    readonly dryRun: boolean;
    readonly progress: Pick<Progress, 'phase'>;
  },
): Promise<ImportCounts> {
  const present = new Set((await library.rawEntries()).map(conversationKey));
  const leftOut: SkippedEntry[] = [];
  let written = 0;
  let knownCount = 0;
  const oldestFirst = candidates.toSorted((a, b) => compareQaIds(a.entry.qaId, b.entry.qaId));
  for (const [at, { entry, file, turnAuthors }] of oldestFirst.entries()) {
    progress.phase({ phase: 'Entries', done: at, total: oldestFirst.length });
    const isKnown = present.has(conversationKey(entry));
    present.add(conversationKey(entry));
    if (isKnown) knownCount += 1;
    else if (dryRun) written += 1;
    else {
      const reason = await append(entry, turnAuthors);
      if (reason === null) written += 1;
      else leftOut.push({ file, place: entry.qaId, reason });
    }
  }
  return { written, known: knownCount, leftOut };

  async function append(entry: RawEntry, turnAuthors: Candidate['turnAuthors']): Promise<string | null> {
    try {
      const { qaId } = await library.appendRaw(entry, new Date(), turnAuthors ? { turnAuthors } : {});
      const authorIds = turnAuthors?.map(({ authorId }) => authorId) ?? null;
      const origin = { qaId, link: null, correctedSourceIds: [], authorIds, snapshotId: null };
      if (authorIds) await records.savePairOrigin(origin);
      return null;
    } catch (error) {
      if (failedWith(error, 'not_storable')) return error.message;
      throw error;
    }
  }
}
