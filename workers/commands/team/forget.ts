import { countOf } from '../../../domain/values/text.ts';
import type { ErasurePlan } from '../../../domain/ports/library.ts';
import { UsageError } from '../../cli/exit.ts';
import type { CommandOptions } from '../../cli/command-parts.ts';
import { describeAgain } from '../documents/describe-again.ts';
import { withStorage } from '../../cli/with-storage.ts';

interface ForgetOptions extends CommandOptions {
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** Forgets in the store, at once and durably, and then has the topics described again. */
export async function forget(userId: string, options: ForgetOptions): Promise<void> {
  const { dryRun, json } = options;
  if (!/^\d{1,20}$/.test(userId)) {
    throw new UsageError(
      `${JSON.stringify(userId.slice(0, 80))} is not a Discord id. Expected: digits, like 145874524567503270: ` +
        'in Discord, turn on Developer Mode and choose "Copy User ID" on the person.',
    );
  }
  const plan = await withStorage(options, ({ storage }) =>
    storage.erasure.erase({ userId, now: new Date(), dryRun }),
  );
  process.stdout.write(json ? `${JSON.stringify(asJson(plan, dryRun))}\n` : textOf(plan, dryRun));
  if (!dryRun && plan.topics.length > 0) await describeAgain(options);
}

const asJson = (plan: ErasurePlan, dryRun: boolean) => ({
  user_id: plan.userId,
  entries: plan.entries.map(({ qaId, turns }) => ({ qa_id: qaId, turns })),
  retracted: plan.retracted,
  topics: plan.topics,
  messages: plan.messages,
  snapshots: plan.snapshots,
  interactions: plan.interactions,
  decisions: plan.decisions,
  without_authors: plan.withoutAuthors,
  left_files: plan.leftFiles,
  dry_run: dryRun,
});

function textOf(plan: ErasurePlan, dryRun: boolean): string {
  const lines = [
    ...plan.entries.map(
      ({ qaId, turns }) =>
        `${qaId}: ${countOf(turns.length, 'turn')} ${dryRun ? 'would be emptied' : 'emptied'}`,
    ),
    ...plan.retracted.map((qaId) => `${qaId}: retracted, since no question or no answer is left`),
    ...plan.topics.map((slug) => `Topic ${slug}: without these words in every generation`),
    `${countOf(plan.messages, 'message')}, ${countOf(plan.snapshots, 'snapshot')} and ${plan.interactions} questions or answers emptied`,
    `${countOf(plan.decisions, 'cached decision')} dropped, all of them: a regeneration asks the model again`,
    ...(plan.withoutAuthors.length === 0
      ? []
      : [
          `${plan.withoutAuthors.length} entries do not say who wrote them (imported, or written by hand), so the person's ` +
            'words may stand in those; --json lists them, and `npx steward library retract` takes one out',
        ]),
    ...plan.leftFiles.map(
      (path) => `${path} names one of these entries and waits for a person: edit or delete it`,
    ),
    dryRun
      ? 'Nothing was written.'
      : 'Done. If replies were running, run it again when they have ended. A regeneration may bring back pairs of ' +
        'others that were left out because of these.',
  ];
  return `${lines.join('\n')}\n`;
}
