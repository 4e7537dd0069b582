import { condition, setCurrentDetails, setHandler, upsertSearchAttributes } from '@temporalio/workflow';
import type { KnowledgeActivities } from '../../activities/library-activities.ts';
import { countOf } from '../../domain/values/text.ts';
import type { QaId } from '../../domain/values/qa-id.ts';
import {
  decideRemovals,
  removalsQuery,
  waitingOutcome,
  type CaptureInput,
  type CaptureResult,
  type RemovalsDecision,
} from '../contract/protocol.ts';
import { attributesOf, searchAttributes } from '../contract/names.ts';
import { timingsOf, type Timings } from '../contract/timings.ts';
import { withFreshLinks } from '../reply/fresh-links.ts';
import { conversationSteps, modelSteps, storeSteps } from '../steps.ts';

/**
 * One conversation becomes a pair of the library: images, raw archive, topic, integration, index. Each step finds its
 * own finished work, so a Reset to the first workflow task runs all of them again and changes nothing twice. A step
 * that fails for good fails the run: that is what an operator looks for. A pair that would remove more than a capture may
 * waits, changing nothing, until an operator has said yes or no.
 */
export async function captureWorkflow(input: CaptureInput): Promise<CaptureResult> {
  const timings = timingsOf(input);
  const { classify, integrate, reindex } = modelSteps(timings);
  const snapshotId = await snapshotOf(input, timings);
  const written: Written =
    'qaId' in input ? { qaId: input.qaId, changedTopics: [] } : await writeRaw(snapshotId, timings);
  const { qaId, changedTopics: left = [] } = written;
  if (qaId === null) {
    if (left.length > 0) await reindex({ topics: left });
    return end({ qaId, outcome: written.retracted ? 'retracted' : 'no_pair', topic: null });
  }

  setCurrentDetails(`${qaId}: choosing a topic`);
  const { topic } = await classify({ qaId });
  setCurrentDetails(`${qaId}: integrating`);
  const integrated = await integrateWithConsent(qaId, (said) => integrate({ qaId, topic, decision: said }));
  setCurrentDetails(`${qaId}: describing what changed`);
  await reindex({ topics: [...left, ...integrated.changedTopics], qaId });
  return end({ qaId, outcome: integrated.outcome, topic: integrated.topic });
}

type Written = Omit<Awaited<ReturnType<KnowledgeActivities['appendRaw']>>, 'reason'>;

async function writeRaw(snapshotId: string | null, timings: Timings): Promise<Written> {
  if (snapshotId === null) return { qaId: null };
  setCurrentDetails('Looking at images');
  await withFreshLinks(
    () => modelSteps(timings).summarizeImages({ snapshotId }),
    () => conversationSteps(timings).refreshLinks({ snapshotId }),
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
  const { routed } = await conversationSteps(timings).gatherConversation({ message, name });
  if (routed) upsertSearchAttributes(attributesOf(routed));
  return routed?.snapshotId ?? null;
}

type Integrate = (
  said: (RemovalsDecision & { readonly removals: readonly QaId[] }) | null,
) => ReturnType<KnowledgeActivities['integrate']>;

/** What is removed may change while somebody thinks about it: a yes counts for what was listed. */
async function integrateWithConsent(qaId: QaId, integrate: Integrate) {
  let removals: readonly QaId[] | null = null;
  let decision: RemovalsDecision | null = null;
  setHandler(removalsQuery, () => removals, {
    description: 'The pairs that this capture would remove, while it waits for a yes or no.',
  });
  const take = (given: RemovalsDecision): void => {
    decision = given;
  };
  // What is typed into the Temporal UI may be anything.
  const validator = (given: RemovalsDecision | undefined): void => {
    if (!removals || decision) throw new Error(`${qaId} is not waiting for a decision about removals`);
    if (typeof given?.approve !== 'boolean') throw new Error('Say {"approve": true} or {"approve": false}');
  };
  setHandler(decideRemovals, take, {
    validator,
    description: 'The yes or no: {"approve": true} or {"approve": false}.',
  });
  for (let integrated = await integrate(null); ;) {
    if (integrated.outcome !== 'waiting') return integrated;
    removals = integrated.removals;
    upsertSearchAttributes([{ key: searchAttributes.outcome, value: waitingOutcome }]);
    setCurrentDetails(waitingDetails(qaId, removals));
    await condition(() => decision !== null);
    const said = { approve: (decision as RemovalsDecision | null)?.approve === true, removals };
    [removals, decision] = [null, null];
    upsertSearchAttributes([{ key: searchAttributes.outcome, value: null }]);
    setCurrentDetails(`${qaId}: integrating, removals ${said.approve ? 'approved' : 'rejected'}`);
    integrated = await integrate(said);
  }
}

const listed = 50;

function waitingDetails(qaId: QaId, removals: readonly QaId[]): string {
  const more = removals.length > listed ? [`and ${removals.length - listed} more`] : [];
  const list = [...removals.slice(0, listed), ...more].map((line) => `- ${line}`);
  return (
    `${qaId} would remove ${countOf(removals.length, 'pair')} and waits for a yes or no: ` +
    `\`npx steward captures approve\` or \`reject\`, or the update \`decideRemovals\` with \`{"approve": true}\`.\n\n` +
    list.join('\n')
  );
}

function end(result: CaptureResult): CaptureResult {
  upsertSearchAttributes([
    { key: searchAttributes.outcome, value: result.outcome },
    ...(result.topic === null ? [] : [{ key: searchAttributes.topic, value: result.topic }]),
  ]);
  setCurrentDetails(
    `${result.qaId ?? 'no pair'}: ${result.outcome}${result.topic ? ` into ${result.topic}` : ''}`,
  );
  return result;
}
