import type { Priority, SearchAttributePair } from '@temporalio/common';
import type { BatchInput } from './intake.ts';
import type { CaptureHistoryInput, CaptureInput, RecaptureInput, RegenerateInput } from './team.ts';
import type { GatewayInput } from './operations.ts';
import type { QuestionInput, RehearseInput, ReplyInput, ReviewInput } from './reply.ts';
import type { RefreshInput } from './documents.ts';
import type { Timed } from './timings.ts';

/** What Temporal needs to start a run. Inputs and results hold ids, decisions and numbers, never texts. */
export interface Start<Type extends WorkflowType = WorkflowType> {
  readonly workflowType: Type;
  readonly workflowId: string;
  readonly taskQueue: string;
  readonly args: [Inputs[Type]];
  /** Whether a new run may have this id once a run of this id has ended. */
  readonly workflowIdReusePolicy: 'REJECT_DUPLICATE' | 'ALLOW_DUPLICATE' | 'ALLOW_DUPLICATE_FAILED_ONLY';
  /** What happens while a run of this id is open: `USE_EXISTING` returns that run. */
  readonly workflowIdConflictPolicy: 'USE_EXISTING' | 'FAIL';
  readonly staticSummary?: string;
  readonly memo?: Readonly<Record<string, string | number>>;
  readonly typedSearchAttributes: SearchAttributePair[];
  readonly priority: Priority;
}

export interface Inputs {
  readonly batchWorkflow: BatchInput;
  readonly replyWorkflow: ReplyInput;
  readonly recheckWorkflow: Timed;
  readonly recheckAnswerWorkflow: QuestionInput;
  readonly reviewWorkflow: ReviewInput;
  readonly amendReplyWorkflow: QuestionInput;
  readonly helpWorkflow: QuestionInput;
  readonly rehearseWorkflow: RehearseInput;
  readonly captureWorkflow: CaptureInput;
  readonly recaptureWorkflow: RecaptureInput;
  readonly captureHistoryWorkflow: CaptureHistoryInput;
  readonly regenerateWorkflow: RegenerateInput;
  readonly refreshWorkflow: RefreshInput;
  readonly noticesWorkflow: Timed;
  readonly gatewayWorkflow: GatewayInput;
}

type WorkflowType = keyof Inputs;

/** The `priorityKey` of each kind of run: the lowest goes first. */
const levels = { direct: 1, reply: 2, capture: 3, refresh: 4, regenerate: 5 } as const;

/** The `fairnessKey` of runs that belong to no guild; others have their guild's id. */
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

/** Runs have no retry policy: their steps are retried, and a run that failed waits for an operator. */
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
