import { condition, setCurrentDetails, setHandler, upsertSearchAttributes } from '@temporalio/workflow';
import type { QaId } from '../../domain/values/qa-id.ts';
import { countOf } from '../../domain/values/text.ts';
import { searchAttributes } from '../contract/names.ts';
import { decideRemovals, removalsQuery, waitingOutcome, type Approval } from '../contract/team.ts';

interface Asked {
  /** The pairs that the run may remove only with approval. */
  readonly removals: readonly QaId[];
  /** Why it needs approval. */
  readonly sentence: string;
}

/** Lets a run wait for approval of its removals. The returned function shows them and resolves with the yes or no. */
export function openApproval(who: string): (request: Asked) => Promise<boolean> {
  let removals: readonly QaId[] | null = null;
  let approval: Approval | null = null;
  setHandler(removalsQuery, () => removals, {
    description: 'The pairs that this run would remove, while it waits for a yes or no.',
  });
  const take = (decision: Approval): void => {
    approval = decision;
  };
  // A person may type anything into the Temporal UI.
  const validator = (typed: Approval | undefined): void => {
    if (!removals || approval) throw new Error(`${who} is not waiting for a decision about removals`);
    if (typeof typed?.approve !== 'boolean') throw new Error('Say {"approve": true} or {"approve": false}');
  };
  setHandler(decideRemovals, take, {
    validator,
    description: 'The yes or no: {"approve": true} or {"approve": false}.',
  });
  return async (request) => {
    removals = request.removals;
    upsertSearchAttributes([{ key: searchAttributes.outcome, value: waitingOutcome }]);
    setCurrentDetails(waitingDetails(request));
    await condition(() => approval !== null);
    const approved = approval?.approve === true;
    [removals, approval] = [null, null];
    upsertSearchAttributes([{ key: searchAttributes.outcome, value: null }]);
    return approved;
  };
}

const listed = 50;

function waitingDetails({ removals, sentence }: Asked): string {
  const more = removals.length > listed ? [`and ${removals.length - listed} more`] : [];
  const list = [...removals.slice(0, listed), ...more].map((line) => `- ${line}`);
  return (
    `${sentence} It would remove ${countOf(removals.length, 'pair')} and waits for a yes or no: ` +
    `\`npx steward captures list\` and the page show them in words. Decide on the page, or by the update \`decideRemovals\`: \`{"approve": true}\`.\n\n` +
    list.join('\n')
  );
}
