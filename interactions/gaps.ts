import { isToFill, type GapDecision } from '../domain/operations/gaps.ts';
import { reportedGaps } from '../domain/operations/week-report.ts';
import { gapButtons, type PostButton } from '../domain/posting/answer-buttons.ts';
import type { HandlerDeps, InteractionHandler, RequestOf } from './handler.ts';

/** The team's decisions about gaps, below the weekly report and below `/steward gaps`. */

export const buttonsOfGaps = async ({ records, texts }: HandlerDeps): Promise<readonly PostButton[]> =>
  (await records.gaps())
    .filter(isToFill)
    .slice(0, reportedGaps)
    .flatMap((gap) => gapButtons(gap, texts));

/** Starts a run, which outlives this process. Repeated presses make one draft. */
export const startGapDraft: InteractionHandler<'gap_draft'> = async (
  { records, runs, texts, teamChannelId },
  { messageId: gapId, actor },
) => {
  if (!actor.moderatesServer) return { text: texts.not_allowed };
  if (!(await records.gaps()).some(({ id }) => id === gapId)) return { text: texts.gone };
  await runs.startGapDraft({ gapId });
  return { text: teamChannelId === null ? texts.gap_not_posted : texts.gap_drafting, isDone: true };
};

export const dismissGap: InteractionHandler<'gap_dismiss'> = (deps, request) =>
  decide(deps, request, 'dismissed');

export const endGap: InteractionHandler<'gap_done'> = (deps, request) => decide(deps, request, 'done');

const said = { dismissed: 'gap_dismissed', done: 'gap_closed' } as const;

async function decide(
  { records, texts, now }: HandlerDeps,
  { messageId: gapId, actor }: Pick<RequestOf<'gap_done'>, 'messageId' | 'actor'>,
  decision: Exclude<GapDecision, 'drafted'>,
) {
  if (!actor.moderatesServer) return { text: texts.not_allowed };
  const isKnown = await records.decideGap({ gapId, decision, now: now() });
  return isKnown ? ({ text: texts[said[decision]], isDone: true } as const) : { text: texts.gone };
}
