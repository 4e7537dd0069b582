import { captureMasks, formPair } from '../../domain/team/form-pair.ts';
import { compareQaIds, timestampFromQaId, type QaId } from '../../domain/values/qa-id.ts';
import type { RawEntry } from '../../domain/team/qa-pair.ts';
import { answersBehind } from '../../domain/reply/recall.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import type { LibraryDeps } from '../deps.ts';
import { requireSnapshot } from '../require-snapshot.ts';
import { ownWorkflowId } from '../lease.ts';
import { currentSnapshot } from './current-snapshot.ts';
import { describeImages } from './summarize-images.ts';
import { isTeamSource } from '../../domain/team/topic-slug.ts';

export interface AppendResult {
  /** Null when the conversation holds no pair. */
  readonly qaId: QaId | null;
  readonly reason: string;
  /** Whether the conversation was captured before and has no pair any more. */
  readonly retracted?: boolean;
  /** Topics of the entries that were replaced. */
  readonly changedTopics?: readonly string[];
}

/**
 * Writes the conversation into the raw archive, verbatim except for credentials. A repeat writes nothing. An edited
 * conversation becomes an entry of its own, and the entries that it replaces are retracted.
 */
export async function appendRaw(
  deps: LibraryDeps,
  { snapshotId }: { readonly snapshotId: string },
): Promise<AppendResult> {
  const { records, library, log, now, config } = deps;
  const snapshot = await currentSnapshot(deps, await requireSnapshot(deps, snapshotId));
  const replaced = snapshot.replaces ?? [];
  const formed =
    snapshot.batch.length === 0
      ? ({ reason: 'deleted' } as const)
      : formPair({
          snapshot,
          imageSummaries: await describeImages(deps, snapshot),
          imagesRead: config.ai_response.llm_enable_image,
          mask: captureMasks[config.kb.capture_mask],
        });
  if ('reason' in formed) {
    const changedTopics = await retractReplaced(deps, replaced);
    await library.endFailedCapture({ workflowId: ownWorkflowId() });
    return { qaId: null, reason: formed.reason, retracted: replaced.length > 0, changedTopics };
  }
  const written = await library.appendRaw(notOlder(formed.entry, replaced), now(), replaced.length > 0);
  const corrected = snapshot.correctsAnswerTo ? await records.replyRecord(snapshot.correctsAnswerTo) : null;
  for (const messageId of corrected ? answersBehind(corrected) : []) await records.dropFromRecall(messageId);
  await records.savePairOrigin({
    qaId: written.qaId,
    link: snapshot.location.readableByEveryone ? (snapshot.batch.at(-1)?.link ?? null) : null,
    correctedSourceIds: corrected?.sourceIds.filter(isTeamSource) ?? [],
    authorIds: authorsOf(snapshot, formed.entry),
    snapshotId,
    isTyped: snapshot.batch.some(({ typedInForm }) => typedInForm === true),
    channelId: snapshot.location.channelId,
  });
  log.info({ qa_id: written.qaId, message_id: snapshotId }, 'qa_pair_captured');
  const changedTopics = await retractReplaced(
    deps,
    replaced.filter((qaId) => qaId !== written.qaId),
  );
  return { qaId: written.qaId, reason: 'captured', changedTopics };
}

/** Who wrote each turn: `formPair` makes one turn of each message. */
function authorsOf({ history, batch }: Snapshot, { messageIds }: RawEntry): readonly string[] {
  const byId = new Map([...history, ...batch].map(({ id, author }) => [id, author.id]));
  return messageIds.flatMap((id) => byId.get(id) ?? []);
}

/** A conversation without its last message would be older than the entry that it replaces, so it takes that entry's time. */
function notOlder(entry: RawEntry, replaced: readonly QaId[]): RawEntry {
  const newest = replaced.toSorted(compareQaIds).at(-1);
  if (!newest || compareQaIds(entry.qaId, newest) >= 0) return entry;
  return { ...entry, qaId: newest, timestamp: timestampFromQaId(newest) };
}

async function retractReplaced(
  { library, now }: LibraryDeps,
  qaIds: readonly QaId[],
): Promise<readonly string[]> {
  if (qaIds.length === 0) return [];
  return (await library.retract({ qaIds, now: now(), withEarlier: false })).topics;
}
