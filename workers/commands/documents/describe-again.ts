import { PortError } from '../../../domain/ports/errors.ts';
import type { CommandOptions } from '../../cli/command-parts.ts';
import { withSteward } from '../../cli/with-steward.ts';
import { printNote } from '../../cli/print.ts';

/**
 * Starts a refresh that describes changed topics again. If that fails, the change in the store is still done, the newest questions
 * describe these topics meanwhile, and any later refresh does the same.
 */
export async function describeAgain(options: CommandOptions): Promise<void> {
  try {
    await withSteward(options, async ({ steward, progress }) => {
      const { workflowId } = await steward.runs.startRefresh();
      progress(`A worker describes the changed topics again: ${workflowId}`);
    });
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    printNote(`${error.message}\nThe above is done; the next refresh describes the topics.`);
  }
}
