import { isToFill, type GapResolution } from '../domain/operations/gaps.ts';
import { reportedGaps } from '../domain/operations/week-report.ts';
import { gapButtons, type PostButton } from '../domain/posting/post-buttons.ts';
import type { HandlerDeps, Handlers, RequestOf } from './handler.ts';

export const buttonsOfGaps = async ({ records, texts }: HandlerDeps): Promise<readonly PostButton[]> =>
  (await records.gaps())
    .filter(isToFill)
    .slice(0, reportedGaps)
    .flatMap((gap) => gapButtons(gap, texts));

/** What the team makes of gaps, below the weekly report and below `/steward gaps`. */
export const gapHandlers: Handlers<'gap_draft' | 'gap_dismiss' | 'gap_done'> = {
  /** Starts a run, which outlives this process. Repeated presses make one draft. */
  gap_draft: async ({ records, runs, texts, teamChannelId }, { target: gapId, actor }) => {
    if (!actor.moderatesServer) return { text: texts.not_allowed };
    if (!(await records.gaps()).some(({ id }) => id === gapId)) return { text: texts.gone };
    await runs.startGapDraft({ gapId });
    return { text: teamChannelId === null ? texts.gap_not_posted : texts.gap_drafting, isDone: true };
  },

  gap_dismiss: (deps, request) => resolve(deps, request, 'dismissed'),

  gap_done: (deps, request) => resolve(deps, request, 'done'),
};

const said = { dismissed: 'gap_dismissed', done: 'gap_closed' } as const;

async function resolve(
  { records, texts, now }: HandlerDeps,
  { target: gapId, actor }: Pick<RequestOf<'gap_done'>, 'target' | 'actor'>,
  resolution: Exclude<GapResolution, 'drafted'>,
) {
  if (!actor.moderatesServer) return { text: texts.not_allowed };
  const isKnown = await records.resolveGap({ gapId, resolution, now: now() });
  return isKnown ? ({ text: texts[said[resolution]], isDone: true } as const) : { text: texts.gone };
}
