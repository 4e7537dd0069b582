import { setCurrentDetails, TemporalFailure, upsertSearchAttributes } from '@temporalio/workflow';
import type { LibraryActivities } from '../../activities/library-activities.ts';
import type { QaId } from '../../domain/values/qa-id.ts';
import {
  confirmCapture,
  unconfirmedOutcome,
  type CaptureInput,
  type CaptureResult,
  type Approval,
} from '../contract/team.ts';
import { failedOutcome } from '../contract/operations.ts';
import { attributesOf, searchAttributes } from '../contract/names.ts';
import { timingsOf, type Timings } from '../contract/timings.ts';
import { increment } from '../measure.ts';
import { openReview } from '../open-review.ts';
import { openApproval } from './open-approval.ts';
import {
  closingStoreSteps,
  discordSteps,
  failureCode,
  modelSteps,
  passingSteps,
  requireInput,
  storeSteps,
  withFreshLinks,
} from '../steps.ts';

/**
 * Turns one conversation into a pair of the library: images, raw archive, topic, integration, index. Each step finds its own
 * finished work, so a Reset to the first workflow task repeats all steps and changes nothing twice. A step that fails for good
 * fails the run, and its cause is shown as `Outcome` and saved in the store. A pair that would remove more than a capture may
 * waits, changing nothing, for an operator's approval.
 */
export async function captureWorkflow(input: CaptureInput): Promise<CaptureResult> {
  requireInput(input, ['snapshotId', 'qaId', 'message']);
  const entry: EntryOfRun = { qaId: null, confirmed: null };
  try {
    return await capture(input, entry);
  } catch (error) {
    if (!(error instanceof TemporalFailure)) throw error;
    const cause = failureCode(error);
    upsertSearchAttributes([{ key: searchAttributes.outcome, value: failedOutcome(cause) }]);
    setCurrentDetails(`${entry.qaId ?? 'no pair yet'}: failed, ${cause}`);
    increment('steward_captures_total', { outcome: 'failed' });
    // If the store stays down, only Temporal records the failure.
    await closingStoreSteps(timingsOf(input))
      .closeCapture({ ...entry, cause })
      .catch(failureCode);
    throw error;
  }
}

/** What the run is about, as far as it is known. */
interface EntryOfRun {
  qaId: QaId | null;
  /** The snapshot that the team has confirmed. */
  confirmed: string | null;
}

async function capture(input: CaptureInput, entry: EntryOfRun): Promise<CaptureResult> {
  const timings = timingsOf(input);
  const { classify, integrate, reindex } = modelSteps(timings);
  const snapshotId = await snapshotOf(input, timings);
  const confirmed = await confirmFirst(input, timings);
  if (confirmed !== 'accepted') return end({ qaId: null, outcome: confirmed, topic: null });
  if ('snapshotId' in input && input.asksTeam) entry.confirmed = snapshotId;
  const written: Written =
    'qaId' in input ? { qaId: input.qaId, changedTopics: [] } : await writeRaw(snapshotId, timings);
  const { qaId, changedTopics: left = [] } = written;
  entry.qaId = qaId;
  // Not earlier, because a retry of the run would still need the buttons.
  await closeConfirmation(input, timings, confirmed);
  if (qaId === null) {
    if (left.length > 0) await reindex({ topics: left });
    if (snapshotId !== null && written.reason === 'masked')
      await discordSteps(timings).tellMasked({ snapshotId }).catch(failureCode);
    return end({ qaId, outcome: written.retracted ? 'retracted' : 'no_pair', topic: null });
  }

  setCurrentDetails(`${qaId}: choosing a topic`);
  const { topic } = await classify({ qaId });
  setCurrentDetails(`${qaId}: integrating`);
  const integrated = await integrateWithApproval(qaId, (said) => integrate({ qaId, topic, decision: said }));
  setCurrentDetails(`${qaId}: describing what changed`);
  await reindex({ topics: [...left, ...integrated.changedTopics], qaId });
  if (snapshotId !== null && integrated.outcome === 'integrated')
    await passingSteps(timings).markLearned({ qaId }).catch(failureCode);
  return end({ qaId, outcome: integrated.outcome, topic: integrated.topic });
}

type Confirmed = 'accepted' | 'declined' | 'expired';

/** Asks the team to confirm the pair, if required. Nothing is written before. */
async function confirmFirst(input: CaptureInput, timings: Timings): Promise<Confirmed> {
  if (!('snapshotId' in input) || !input.asksTeam) return 'accepted';
  const { snapshotId } = input;
  const decided = openReview(confirmCapture);
  const { expiresInMilliseconds } = await discordSteps(timings).askToCapture({ snapshotId });
  if (expiresInMilliseconds === null) return 'accepted';
  setCurrentDetails('Waiting for the team: learn this or not');
  upsertSearchAttributes([{ key: searchAttributes.outcome, value: unconfirmedOutcome }]);
  const accept = await decided(Math.min(expiresInMilliseconds, timings.longestReview));
  upsertSearchAttributes([{ key: searchAttributes.outcome, value: null }]);
  const answer = accept === null ? 'expired' : accept ? 'accepted' : 'declined';
  if (answer !== 'accepted') await closeConfirmation(input, timings, answer);
  return answer;
}

/** A post that can no longer be changed does not fail the capture. */
async function closeConfirmation(input: CaptureInput, timings: Timings, outcome: Confirmed): Promise<void> {
  if (!('snapshotId' in input) || !input.asksTeam) return;
  const { snapshotId } = input;
  await discordSteps(timings).closeCaptureQuestion({ snapshotId, outcome }).catch(failureCode);
}

type Written = Partial<Awaited<ReturnType<LibraryActivities['appendRaw']>>> & { readonly qaId: QaId | null };

async function writeRaw(snapshotId: string | null, timings: Timings): Promise<Written> {
  if (snapshotId === null) return { qaId: null };
  setCurrentDetails('Looking at images');
  await withFreshLinks(
    () => modelSteps(timings).summarizeImages({ snapshotId }),
    () => discordSteps(timings).refreshLinks({ snapshotId }),
  );
  setCurrentDetails('Writing the raw archive');
  return storeSteps(timings).appendRaw({ snapshotId });
}

/** Null for a raw entry, and for a message whose conversation holds nothing to capture. */
async function snapshotOf(input: CaptureInput, timings: Timings): Promise<string | null> {
  if ('qaId' in input) return null;
  if ('snapshotId' in input) return input.snapshotId;
  const { message, name } = input;
  setCurrentDetails('Gathering the conversation');
  const { routed } = await discordSteps(timings).gatherConversation({ message, name });
  if (routed) upsertSearchAttributes(attributesOf(routed));
  return routed?.snapshotId ?? null;
}

type Integrate = (
  approval: (Approval & { readonly removals: readonly QaId[] }) | null,
) => ReturnType<LibraryActivities['integrate']>;

/** The removals may change while somebody decides, so an approval is valid only for the listed ones. */
async function integrateWithApproval(qaId: QaId, integrate: Integrate) {
  const ask = openApproval(qaId);
  for (let integrated = await integrate(null); ;) {
    if (integrated.outcome !== 'waiting') return integrated;
    const { removals } = integrated;
    const approve = await ask({ removals, sentence: `${qaId} replaces others.` });
    setCurrentDetails(`${qaId}: integrating, removals ${approve ? 'approved' : 'rejected'}`);
    integrated = await integrate({ approve, removals });
  }
}

function end(result: CaptureResult): CaptureResult {
  increment('steward_captures_total', { outcome: result.outcome });
  upsertSearchAttributes([
    { key: searchAttributes.outcome, value: result.outcome },
    ...(result.topic === null ? [] : [{ key: searchAttributes.topic, value: result.topic }]),
  ]);
  setCurrentDetails(
    `${result.qaId ?? 'no pair'}: ${result.outcome}${result.topic ? ` into ${result.topic}` : ''}`,
  );
  return result;
}
