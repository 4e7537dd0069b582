import { correctPair } from '../../../interactions/correct-entry.ts';
import { snowflakeAt } from '../../../domain/values/snowflake.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';
import { UsageError } from '../../cli/exit.ts';
import { printJson, printLine, printNote } from '../../cli/print.ts';
import { withStorage } from '../../cli/with-storage.ts';
import { requireQaId } from './require-qa-id.ts';

/** Appends a correction to the raw archive, which the next refresh captures. */
export async function correct(qaId: string, text: string, options: ConfigOption & JsonOption): Promise<void> {
  requireQaId(qaId);
  if (text.trim() === '') throw new UsageError('The answer is empty. Write what is right, in quotes.');
  await withStorage(options, async ({ storage }) => {
    const now = storage.now();
    const typed = { messageId: snowflakeAt(now), memberId: 'operator', text, now };
    const corrected = await correctPair(storage, { qaId, ...typed });
    if (corrected === null)
      throw new UsageError(`The raw archive holds no ${qaId}, or the pair was retracted.`);
    if (options.json) printJson({ qaId, correctedBy: corrected });
    else printLine(`${corrected} corrects ${qaId}`);
    printNote('The next refresh takes it up; at once: npx steward index');
  });
}
