import { randomUUID } from 'node:crypto';
import type { ReplyRecord } from '../../../domain/reply/reply-record.ts';
import { reasonText } from '../../../domain/reply/reason-text.ts';
import { isCourtesy } from '../../../domain/reply/reply-record-status.ts';
import { usageFields, usageOf } from '../../../domain/operations/model-usage.ts';
import { exitCodes, UsageError } from '../../cli/exit.ts';
import { replyEvent } from '../../../domain/operations/community-events.ts';
import { workflowIds } from '../../../workflows/contract/names.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';
import { answerHere, unlistedChannel, withSteward } from '../../cli/with-steward.ts';
import { printJson, printLine, printNote } from '../../cli/print.ts';

interface AskOptions extends ConfigOption, JsonOption {
  /** A key of `discord.channels`. */
  readonly channel?: string;
}

export async function askCommand(question: string, { json, channel, ...options }: AskOptions): Promise<void> {
  if (question.trim() === '')
    throw new UsageError('The question is empty. Example: npx steward ask "How do I start?"');
  await withSteward({ ...options, onOwnQueues: true }, async (context) => {
    const { steward } = context;
    const { channels } = context.config.discord;
    if (channel !== undefined && !Object.hasOwn(channels, channel)) throw unlistedChannel(channels, channel);
    await answerHere(context);
    const run = await steward.ask({ requestId: randomUUID(), question, channelId: channel });
    const record = await run.row();
    const workflowId = workflowIds(steward.taskQueue).reply(record.messageId);
    if (json) printJson(answerOf(record, workflowId));
    else printLine(record.post?.parts.join('\n') ?? 'No answer.');
    if (record.status === 'answered' || isCourtesy(record.reason)) return;
    if (!json) printNote(`Why: ${reasonText(record.reason)} (${record.reason}).`);
    process.exitCode = exitCodes.failed;
  });
}

/** The answer as `--json` prints it, with its trace. */
export const answerOf = (record: ReplyRecord, workflowId: string) => ({
  ...replyEvent(record, workflowId),
  status: record.status,
  reason: record.reason,
  graph: record.graph,
  topic: record.topic,
  answerType: record.answerType,
  confidence: record.confidence,
  language: record.language,
  moderation: record.moderation,
  decisions: record.decisions,
  loaded: record.sourceIds,
  statuses: record.statuses,
  nodeTimes: record.nodeTimes,
  toolCalls: record.toolCalls,
  modelCalls: record.modelCalls,
  ...usageFields(usageOf(record.modelCalls)),
});
