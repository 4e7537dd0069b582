import { readFileSync } from 'node:fs';
import { readProfileDraft } from '../../../config/profile-draft.ts';
import type { ProfileDraft } from '../../../domain/reply/profile.ts';
import { harmless, harmlessJson } from '../../../adapters/terminal/harmless.ts';
import type { Interaction } from '../../../domain/reply/interaction.ts';
import { usageOf } from '../../../domain/operations/model-usage.ts';
import { askAndWait } from '../../running/ask-and-wait.ts';
import { exitCodes, UsageError } from '../../cli/exit.ts';
import { replyEvent } from '../../running/observer.ts';
import { refreshAndWait } from '../../running/refresh-and-wait.ts';
import type { CommandOptions } from '../../cli/command-options.ts';
import { withSteward } from '../../cli/with-steward.ts';

interface AskOptions extends CommandOptions {
  readonly json: boolean;
  /** A file with the keys of `ai_response.profiles`, which counts over the profile of the config. */
  readonly profile?: string;
  /** As the config lists it. */
  readonly channel?: string;
}

export async function ask(
  question: string,
  { json, profile: profileFile, channel, ...options }: AskOptions,
): Promise<void> {
  if (question.trim() === '')
    throw new UsageError('The question is empty. Example: npx steward ask "How do I start?"');
  await withSteward(options, async ({ config, steward, progress }) => {
    const { client, storage } = steward;
    if (channel !== undefined && !Object.hasOwn(config.discord.channels, channel))
      throw new UsageError(`discord.channels does not list ${JSON.stringify(channel.slice(0, 80))}.`);
    const topics = Object.keys(config.ai_response.topics);
    const profile = profileFile === undefined ? undefined : readProfile(profileFile, topics);
    const taskQueue = config.temporal.task_queue;
    await steward.work(['reply', 'library']);
    if ((await storage.sources.documentIndex()) === '') await refreshAndWait({ client, taskQueue, progress });
    const { row, workflowId } = await askAndWait({
      steward,
      taskQueue,
      question,
      channelId: channel,
      profile,
    });
    const event = replyEvent(row, workflowId);
    const { status, reason } = row;
    const score = (await storage.records.evaluation(row.messageId))?.score ?? null;
    if (json) process.stdout.write(`${harmlessJson({ ...event, ...trailOf(row), score })}\n`);
    else
      process.stdout.write(`${harmless(event.event === 'reply' ? event.answer : `No answer: ${reason}`)}\n`);
    if (status !== 'answered') process.exitCode = exitCodes.failed;
  });
}

function readProfile(file: string, topics: readonly string[]): ProfileDraft {
  const { draft, problems } = readProfileDraft(readText(file), topics);
  if (draft) return draft;
  throw new UsageError([`${file} is no profile:`, ...problems].join('\n  '));
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new UsageError(`${file} cannot be read (${code}).`);
  }
}

/** How the answer came about, from its row. */
const trailOf = (row: Interaction): object => ({
  status: row.status,
  reason: row.reason,
  graph: row.graph,
  topic: row.topic,
  answer_type: row.answerType,
  confidence: row.confidence,
  language: row.language,
  moderation: row.moderation,
  decisions: row.decisions,
  loaded: row.sourceIds,
  statuses: row.statuses,
  node_times: row.nodeTimes,
  tool_calls: row.toolCalls,
  model_calls: row.modelCalls,
  ...tokensAndCost(row),
});

function tokensAndCost({ modelCalls }: Interaction): object {
  const { inputTokens, outputTokens, costUsd } = usageOf(modelCalls);
  return { input_tokens: inputTokens, output_tokens: outputTokens, cost_usd: costUsd };
}
