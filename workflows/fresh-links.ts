import { failureCode } from './steps.ts';

/** Runs a step that reads attachments. If their links have expired, fetches the messages again and runs the step once more. */
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
