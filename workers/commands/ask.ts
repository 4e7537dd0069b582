import { harmless, harmlessJson } from '../../adapters/terminal/harmless.ts';
import { usageOf } from '../../domain/model-usage.ts';
import { askAndWait } from '../ask-and-wait.ts';
import { exitCodes, UsageError } from '../exit.ts';
import { replyEvent } from '../observer.ts';
import { refreshAndWait } from '../refresh-and-wait.ts';
import type { CommandOptions } from './command-options.ts';
import { withSteward } from './with-steward.ts';

interface AskOptions extends CommandOptions {
  readonly json: boolean;
}

export async function ask(question: string, { json, ...options }: AskOptions): Promise<void> {
  if (question.trim() === '')
    throw new UsageError('The question is empty. Example: npx steward ask "How do I start?"');
  await withSteward(options, async ({ config, steward, progress }) => {
    const { client, storage } = steward;
    const taskQueue = config.temporal.task_queue;
    await steward.work(['reply', 'library']);
    if ((await storage.sources.documentIndex()) === '') await refreshAndWait({ client, taskQueue, progress });
    const { row, workflowId } = await askAndWait({ steward, taskQueue, question });
    const event = replyEvent(row, workflowId);
    const { status, reason, modelCalls, sourceIds } = row;
    if (json)
      process.stdout.write(
        `${harmlessJson({
          ...event,
          status,
          reason,
          loaded: sourceIds,
          model_calls: modelCalls,
          cost_usd: usageOf(modelCalls).costUsd,
          score: (await storage.records.evaluation(row.messageId))?.score ?? null,
        })}\n`,
      );
    else
      process.stdout.write(`${harmless(event.event === 'reply' ? event.answer : `No answer: ${reason}`)}\n`);
    if (status !== 'answered') process.exitCode = exitCodes.failed;
  });
}
