import { randomUUID } from 'node:crypto';
import { startAsk } from '../../adapters/temporal/start-ask.ts';
import { waitForResult } from '../../adapters/temporal/wait-for-result.ts';
import { harmless, harmlessJson } from '../../adapters/terminal/harmless.ts';
import { askSnapshot } from '../../domain/ask-snapshot.ts';
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
    const requestId = randomUUID();
    const snapshot = askSnapshot({ requestId, question, now: new Date() });
    const expiresAt = new Date(Date.now() + 30 * 86_400_000);
    await storage.records.claim({
      chain: requestId,
      messageIds: [snapshot.id],
      snapshot,
      reason: 'asked',
      expiresAt,
    });
    const run = await startAsk({ client, taskQueue, requestId, snapshotId: snapshot.id });
    await waitForResult({ client, ...run });
    const row = await storage.records.interaction(snapshot.id);
    if (!row) throw new Error('the run left no record');
    const event = replyEvent(row, run.workflowId);
    const { status, reason, modelCalls, sourceIds } = row;
    if (json)
      process.stdout.write(
        `${harmlessJson({ ...event, status, reason, loaded: sourceIds, model_calls: modelCalls })}\n`,
      );
    else
      process.stdout.write(`${harmless(event.event === 'reply' ? event.answer : `No answer: ${reason}`)}\n`);
    if (status !== 'answered') process.exitCode = exitCodes.failed;
  });
}
