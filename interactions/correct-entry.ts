import { correctedEntry, isMasked } from '../domain/team/form-pair.ts';
import type { QaId } from '../domain/values/qa-id.ts';
import type { HandlerDeps } from './handler.ts';

/**
 * Appends a correction of a pair to the raw archive, behind what its entry holds. A repeat with the same message id writes nothing.
 * Returns the new entry's id; null if the archive has no such entry, or the pair is retracted; `masked` if masking leaves nothing. Throws
 * a transient `PortError` if a person is forgotten meanwhile, whose words it may have read.
 */
export async function correctPair(
  { library, records }: Pick<HandlerDeps, 'library' | 'records'>,
  {
    qaId,
    memberId,
    mask,
    ...typed
  }: {
    readonly qaId: QaId;
    readonly messageId: string;
    /** The id of who corrects it. */
    readonly memberId: string;
    readonly text: string;
    readonly mask: (text: string) => string;
    readonly now: Date;
  },
): Promise<QaId | 'masked' | null> {
  const text = mask(typed.text);
  if (isMasked([{ label: 'Team', text }])) return 'masked';
  return records.unlessForgotten(async () => {
    const entry = await library.rawEntry(qaId);
    if (!entry || (await library.retracted()).has(qaId)) return null;
    const { link, authorIds, channelId } = await records.pairOrigin(qaId);
    const messageIds = (await library.rawEntries()).flatMap((capture) =>
      capture.conversationId === entry.conversationId ? capture.messageIds : [],
    );
    const correction = correctedEntry({ ...entry, messageIds }, { ...typed, text });
    const corrected = await library.appendRaw(correction, typed.now);
    await records.savePairOrigin({
      qaId: corrected.qaId,
      link,
      correctedSourceIds: [],
      // The author of each turn; null if unknown.
      authorIds: authorIds && [...authorIds, memberId],
      snapshotId: null,
      isTyped: true,
      channelId,
    });
    return corrected.qaId;
  });
}
