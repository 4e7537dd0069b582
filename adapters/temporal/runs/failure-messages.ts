import { WorkflowFailedError } from '@temporalio/client';

/** What a run's failure says, from the outside in, without the sentences that only say that something inside failed. */
export function failureMessages(error: unknown): readonly string[] {
  const messages: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) {
    const wraps = at instanceof WorkflowFailedError || at.name === 'ActivityFailure';
    if ((!wraps || !at.cause) && !messages.includes(at.message)) messages.push(at.message);
  }
  return messages;
}
