import { correctedEntry } from '../domain/team/form-pair.ts';
import type { RawEntry } from '../domain/team/qa-pair.ts';
import type { Library } from '../domain/ports/library.ts';
import type { PairOrigins } from '../domain/ports/records.ts';
import type { QaId } from '../domain/values/qa-id.ts';

interface Correction {
  readonly entry: Pick<RawEntry, 'conversationId' | 'messageIds' | 'turns'>;
  readonly origin: {
    readonly link: string | null;
    readonly correctedSourceIds: readonly string[];
    /** The author of each turn; null if unknown. */
    readonly authorIds: readonly string[] | null;
    readonly channelId?: string | null | undefined;
  };
  readonly messageId: string;
  /** The id of who corrects it. */
  readonly memberId: string;
  readonly text: string;
  readonly now: Date;
}

/** Appends a correction to the raw archive. A repeat with the same message id writes nothing. Returns the new entry's id. */
export async function appendCorrection(
  { library, records }: { readonly library: Pick<Library, 'appendRaw'>; readonly records: PairOrigins },
  { entry, origin, memberId, ...typed }: Correction,
): Promise<QaId> {
  const turnAuthors = [{ authorId: memberId, createdAt: typed.now.toISOString() }];
  const { qaId } = await library.appendRaw(correctedEntry(entry, typed), typed.now, { turnAuthors });
  const authorIds = origin.authorIds && [...origin.authorIds, memberId];
  await records.savePairOrigin({ ...origin, authorIds, qaId, snapshotId: null });
  return qaId;
}

/** A correction of a pair from its entry in the raw archive; null if the archive has none, or the pair is retracted. */
export async function correctPair(
  deps: {
    readonly library: Pick<Library, 'appendRaw' | 'rawEntry' | 'retracted'>;
    readonly records: PairOrigins;
  },
  { qaId, ...typed }: Omit<Correction, 'entry' | 'origin'> & { readonly qaId: QaId },
): Promise<QaId | null> {
  const entry = await deps.library.rawEntry(qaId);
  if (!entry || (await deps.library.retracted()).has(qaId)) return null;
  const { link, authorIds } = await deps.records.pairOrigin(qaId);
  const origin = { link, correctedSourceIds: [], authorIds };
  return appendCorrection(deps, { entry, origin, ...typed });
}
