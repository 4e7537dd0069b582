import { correctPair } from '../../../interactions/correct-entry.ts';
import { captureMasks } from '../../../domain/team/form-pair.ts';
import { isQaId, type QaId } from '../../../domain/values/qa-id.ts';
import { snowflakeAt } from '../../../domain/values/snowflake.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';
import { UsageError } from '../../cli/exit.ts';
import { printJson, printLine, printNote } from '../../cli/print.ts';
import { withStorage } from '../../cli/with-storage.ts';

/** Appends a correction to the raw archive, which the next refresh captures. */
export async function correct(qaId: string, text: string, options: ConfigOption & JsonOption): Promise<void> {
  requireQaId(qaId);
  if (text.trim() === '') throw new UsageError('The answer is empty. Write what is right, in quotes.');
  await withStorage(options, async ({ config, storage }) => {
    const now = storage.now();
    const mask = captureMasks[config.kb.capture_mask];
    const typed = { messageId: snowflakeAt(now), memberId: 'operator', text, mask, now };
    const corrected = await correctPair(storage, { qaId, ...typed });
    if (corrected === 'masked') throw new UsageError('The answer is a secret, which Steward does not keep.');
    if (corrected === null)
      throw new UsageError(`The raw archive holds no ${qaId}, or the pair was retracted.`);
    if (options.json) printJson({ qaId, correctedBy: corrected });
    else printLine(`${corrected} corrects ${qaId}`);
    printNote('The next refresh takes it up; at once: npx steward index');
  });
}

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

function requireQaId(text: string): asserts text is QaId {
  if (isQaId(text)) return;
  throw new UsageError(
    `${JSON.stringify(text.slice(0, 80))} is not a qa_id. Expected: one like qa_20260201_031056.228000, ` +
      'as after "id:" in a topic or in the raw archive.',
  );
}
