import type { Priority, SearchAttributePair } from '@temporalio/common';
import type { RoutedBatch } from '../../domain/intake/snapshot.ts';
import type { QaId } from '../../domain/values/qa-id.ts';
import type { BatchInput } from './intake.ts';
import type { CaptureHistoryInput, CaptureInput, RecaptureInput, RegenerateInput } from './team.ts';
import type { GatewayInput } from './operations.ts';
import type { QuestionInput, RehearseInput, ReplyInput, ReviewInput } from './reply.ts';
import type { RefreshInput } from './documents.ts';
import {
  attributesOf,
  gatewayId,
  messageIdAttribute,
  queues,
  searchAttributes,
  workflowIds,
} from './names.ts';
import type { Timed } from './timings.ts';

/** All runs that Steward starts. */
export const startsOf = (base: string) => {
  const making: Making = { ids: workflowIds(base), start: startOn(queues(base).workflows) };
  return { ...replyStarts(making), ...captureStarts(making), ...ownStarts(making) };
};

interface Making {
  readonly ids: ReturnType<typeof workflowIds>;
  readonly start: ReturnType<typeof startOn>;
}

/** Runs for messages and questions. */
function replyStarts({ ids, start }: Making) {
  const aboutQuestion =
    <Type extends 'recheckAnswerWorkflow' | 'reviewWorkflow' | 'helpWorkflow' | 'amendReplyWorkflow'>(
      type: Type,
      idOf: (messageId: string) => string,
      policy: Pick<Entry<Type>, 'reuse' | 'level'>,
    ) =>
    ({ guildId, ...input }: Inputs[Type] & OfGuild) =>
      start(type, { workflowId: idOf(input.messageId), input, guildId, ...policy });

  return {
    /** Receives a signal for each message. */
    batch: (
      input: BatchInput,
      about: { readonly isDirect: boolean; readonly link: string; readonly messageId: string },
    ) =>
      start('batchWorkflow', {
        workflowId: ids.batch(input),
        input,
        level: about.isDirect ? 'direct' : 'reply',
        guildId: input.guildId,
        summary: about.link,
        attributes: [
          { key: searchAttributes.guildId, value: input.guildId },
          { key: searchAttributes.channelId, value: input.channelId },
          messageIdAttribute([about.messageId]),
        ],
      }),
    reply: ({ routed, ...input }: OfSnapshot & Omit<ReplyInput, 'snapshotId'>) =>
      start('replyWorkflow', {
        workflowId: ids.reply(routed.snapshotId),
        input: { snapshotId: routed.snapshotId, ...input },
        reuse: 'REJECT_DUPLICATE',
        level: routed.askedDirectly ? 'direct' : 'reply',
        ...aboutSnapshot(routed),
      }),
    recheckAnswer: aboutQuestion('recheckAnswerWorkflow', ids.recheckAnswer, { level: 'refresh' }),
    review: aboutQuestion('reviewWorkflow', ids.review, { reuse: 'REJECT_DUPLICATE', level: 'reply' }),
    /** Receives a signal for each amendment. */
    amend: aboutQuestion('amendReplyWorkflow', ids.amend, { level: 'reply' }),
    help: aboutQuestion('helpWorkflow', ids.help, { reuse: 'REJECT_DUPLICATE', level: 'direct' }),
  };
}

/** Runs that capture what the team writes. */
const captureStarts = ({ ids, start }: Making) => ({
  capture: ({ routed, ...input }: OfSnapshot & Timed) =>
    start('captureWorkflow', {
      workflowId: ids.capture(routed.snapshotId),
      input: captureInputOf(routed, input),
      reuse: 'REJECT_DUPLICATE',
      level: 'capture',
      ...aboutSnapshot(routed),
    }),
  /** Captures the conversation of one message by any author. May be started again after a failure. */
  captureMessage: ({ guildId, ...input }: Extract<CaptureInput, { readonly name: string }> & OfGuild) =>
    start('captureWorkflow', {
      workflowId: ids.capture(input.name),
      input,
      reuse: 'ALLOW_DUPLICATE_FAILED_ONLY',
      level: 'capture',
      guildId,
      attributes: [messageIdAttribute([input.message.messageId])],
    }),
  /** Captures a raw entry that the live generation has not settled, even if an earlier one had. */
  captureEntry: (input: { readonly qaId: QaId } & Timed) =>
    start('captureWorkflow', {
      workflowId: ids.capture(input.qaId),
      input,
      level: 'refresh',
      summary: input.qaId,
    }),
  /** Retries a failed capture under its own id. It finds the steps that it has finished. */
  captureAgain: ({
    workflowId,
    input,
    routed,
  }: {
    readonly workflowId: string;
    readonly input: CaptureInput;
    readonly routed: RoutedBatch | null;
  }) =>
    start('captureWorkflow', {
      workflowId,
      input,
      reuse: 'ALLOW_DUPLICATE_FAILED_ONLY',
      workflowIdConflictPolicy: 'FAIL',
      level: 'capture',
      ...(routed && aboutSnapshot(routed)),
    }),
  /** Receives a signal for each change. */
  recapture: ({ guildId, ...input }: RecaptureInput & OfGuild) =>
    start('recaptureWorkflow', {
      workflowId: ids.recapture(input.messageId),
      input,
      level: 'capture',
      guildId,
    }),
  captureHistory: (input: CaptureHistoryInput) =>
    start('captureHistoryWorkflow', {
      workflowId: ids.captureHistory(input),
      input,
      level: 'refresh',
      attributes: [{ key: searchAttributes.channelId, value: input.channelId }],
    }),
});

/** Runs for maintenance, and the lease of the gateway. */
const ownStarts = ({ ids, start }: Making) => ({
  /** Returns the open one of the channel, which goes on. */
  rehearse: (input: RehearseInput) =>
    start('rehearseWorkflow', {
      workflowId: ids.rehearse(input.channelId),
      input,
      level: 'regenerate',
      attributes: [{ key: searchAttributes.channelId, value: input.channelId }],
    }),
  /** Fails while one is open, because that one may have another input. */
  regenerate: (input: RegenerateInput = {}) =>
    start('regenerateWorkflow', {
      workflowId: ids.regenerate,
      input,
      level: 'regenerate',
      workflowIdConflictPolicy: 'FAIL',
    }),
  refresh: (input: RefreshInput = {}) =>
    start('refreshWorkflow', { workflowId: ids.refresh, input, level: 'refresh' }),
  /** Receives a signal when something has changed that answers may rest on. */
  recheck: (input: Timed = {}) =>
    start('recheckWorkflow', { workflowId: ids.recheck, input, level: 'refresh' }),
  notices: (input: Timed = {}) =>
    start('noticesWorkflow', { workflowId: ids.notices, input, level: 'refresh' }),
  /** One for each Discord application: the process that starts it connects to Discord. */
  gateway: (input: GatewayInput) =>
    start('gatewayWorkflow', {
      workflowId: gatewayId(input.applicationId),
      input,
      workflowIdConflictPolicy: 'FAIL',
      level: 'direct',
    }),
});

interface OfGuild {
  readonly guildId?: string;
}

interface OfSnapshot {
  readonly routed: RoutedBatch;
}

export const captureInputOf = (
  { snapshotId, asksTeam }: Pick<RoutedBatch, 'snapshotId' | 'asksTeam'>,
  timed: Timed = {},
): CaptureInput => ({ snapshotId, ...(asksTeam && { asksTeam }), ...timed });

const aboutSnapshot = (routed: RoutedBatch) => ({
  guildId: routed.guildId,
  summary: routed.link,
  attributes: attributesOf(routed),
});

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

interface Inputs {
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

interface Entry<Type extends WorkflowType> extends Partial<Pick<Start, 'workflowIdConflictPolicy'>> {
  readonly workflowId: string;
  readonly input: Inputs[Type];
  /** `ALLOW_DUPLICATE` by default. */
  readonly reuse?: Start['workflowIdReusePolicy'];
  readonly level: keyof typeof levels;
  readonly guildId?: string;
  readonly summary?: string;
  readonly attributes?: readonly SearchAttributePair[];
}

/** Runs have no retry policy: their steps are retried, and a run that failed waits for an operator. */
const startOn =
  (taskQueue: string) =>
  <Type extends WorkflowType>(
    workflowType: Type,
    {
      workflowId,
      input,
      reuse = 'ALLOW_DUPLICATE',
      level,
      guildId,
      summary,
      attributes = [],
      ...conflict
    }: Entry<Type>,
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
