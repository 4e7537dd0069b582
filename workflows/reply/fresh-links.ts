import { failureCode } from '../steps.ts';

/**
 * Runs a step that reads files of messages. When their links have expired the messages are fetched again, by the worker that
 * speaks with the chat platform, and the step runs once more.
 */
export async function withFreshLinks<Result>(
  step: (linksRefreshed: boolean) => Promise<Result>,
  refresh: () => Promise<unknown>,
): Promise<Result> {
  try {
    return await step(false);
  } catch (error) {
    if (failureCode(error) !== 'attachment_link_expired') throw error;
    await refresh();
    return step(true);
  }
}
