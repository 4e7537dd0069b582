import { PortError } from '../../../domain/ports/errors.ts';
import type { CommandOptions } from '../../cli/command-parts.ts';
import { withSteward } from '../../cli/with-steward.ts';

/**
 * Starts the refresh that describes the topics that have changed. What was done in the store stands without it: until it
 * comes the newest questions describe these topics, and every later refresh would do the same.
 */
export async function describeAgain(options: CommandOptions): Promise<void> {
  try {
    await withSteward(options, async ({ steward, progress }) => {
      const { workflowId } = await steward.runs.startRefresh();
      progress(`A worker describes the changed topics again: ${workflowId}`);
    });
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    process.stderr.write(`${error.message}\nThe above is done; the next refresh describes the topics.\n`);
  }
}
