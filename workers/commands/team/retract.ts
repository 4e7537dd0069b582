import { UsageError } from '../../cli/exit.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';
import { withStorage } from '../../cli/with-storage.ts';
import { requireQaId } from './require-qa-id.ts';
import { printJson, printLine, printNote } from '../../cli/print.ts';

interface RetractOptions extends ConfigOption, JsonOption {
  readonly dryRun: boolean;
}

/** Retracts a pair in the store, at once and durably. The next refresh describes the topics again. */
export async function retractCommand(qaId: string, options: RetractOptions): Promise<void> {
  const { dryRun, json } = options;
  requireQaId(qaId);
  await withStorage(options, async ({ storage: { library } }) => {
    const before = await library.retracted();
    const result = await library.retract({ qaIds: [qaId], now: new Date(), dryRun });
    const { qaIds, topics } = result;
    if (json) printJson({ ...result, dryRun });
    else {
      const verb = dryRun ? 'Would retract' : 'Retracted';
      for (const id of qaIds) printLine(`${verb} ${id}`);
      for (const slug of topics) printLine(`Topic ${slug} loses it; a topic goes with its last pair`);
    }
    if (qaIds.length > 0) return;
    if (!before.has(qaId)) throw new UsageError(`Neither the raw archive nor a topic holds ${qaId}.`);
    printNote(`${qaId} was retracted before.`);
  });
}
