import type { Priority, SearchAttributePair } from '@temporalio/common';
import type { BatchInput } from './intake.ts';
import type { CaptureHistoryInput, CaptureInput, RecaptureInput, RegenerateInput } from './team.ts';
import type { DraftGapInput, GapInput, GatewayInput } from './operations.ts';
import type { QuestionInput, ReplyInput } from './reply.ts';
import type { RefreshInput } from './documents.ts';
import type { Timed } from './timings.ts';

/** All that Temporal has to know about a run that is to start. Inputs and results carry ids, decisions and numbers, never texts. */
export interface Start<Type extends WorkflowType = WorkflowType> {
  readonly workflowType: Type;
  readonly workflowId: string;
  readonly taskQueue: string;
  readonly args: [Inputs[Type]];
  /** What holds once a run of this id has ended. `REJECT_DUPLICATE`: there is no second run. */
  readonly workflowIdReusePolicy: 'REJECT_DUPLICATE' | 'ALLOW_DUPLICATE' | 'ALLOW_DUPLICATE_FAILED_ONLY';
  /** While a run of this id is open. `USE_EXISTING`: that one is meant. */
  readonly workflowIdConflictPolicy: 'USE_EXISTING' | 'FAIL';
  readonly staticSummary?: string;
  readonly memo?: Readonly<Record<string, string | number>>;
  readonly typedSearchAttributes: SearchAttributePair[];
  readonly priority: Priority;
}

interface Inputs {
  readonly batchWorkflow: BatchInput;
  readonly replyWorkflow: ReplyInput;
  readonly evaluateWorkflow: QuestionInput;
  readonly reviewWorkflow: QuestionInput;
  readonly amendReplyWorkflow: QuestionInput;
  readonly helpWorkflow: QuestionInput;
  readonly captureWorkflow: CaptureInput;
  readonly recaptureWorkflow: RecaptureInput;
  readonly captureHistoryWorkflow: CaptureHistoryInput;
  readonly regenerateWorkflow: RegenerateInput;
  readonly refreshWorkflow: RefreshInput;
  readonly noticesWorkflow: Timed;
  readonly gapWorkflow: GapInput;
  readonly draftGapWorkflow: DraftGapInput;
  readonly gatewayWorkflow: GatewayInput;
}

type WorkflowType = keyof Inputs;

/** `priorityKey`: who is waited for goes first. */
const levels = { direct: 1, reply: 2, capture: 3, refresh: 4, regenerate: 5 } as const;

/** The `fairnessKey` of what belongs to no guild. Guilds share a level by theirs. */
const everybody = 'everybody';

export interface Entry<Type extends WorkflowType> extends Partial<Pick<Start, 'workflowIdConflictPolicy'>> {
  readonly workflowId: string;
  readonly input: Inputs[Type];
  readonly reuse: Start['workflowIdReusePolicy'];
  readonly level: keyof typeof levels;
  readonly guildId?: string;
  readonly summary?: string;
  readonly attributes?: readonly SearchAttributePair[];
}

/** No run has a retry policy of its own: steps are tried again, and a run that failed waits for an operator. */
export const startOn =
  (taskQueue: string) =>
  <Type extends WorkflowType>(
    workflowType: Type,
    { workflowId, input, reuse, level, guildId, summary, attributes = [], ...conflict }: Entry<Type>,
  ): Start<Type> => ({
    workflowType,
    workflowId,
    taskQueue,
    args: [input],
    workflowIdReusePolicy: reuse,
    workflowIdConflictPolicy: 'USE_EXISTING',
    ...conflict,
    ...(summary !== undefined && { staticSummary: summary }),
    typedSearchAttributes: [...attributes],
    priority: { priorityKey: levels[level], fairnessKey: guildId ?? everybody },
  });
