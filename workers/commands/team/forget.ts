import { confirm } from '@inquirer/prompts';
import { harmlessLine } from '../../../adapters/terminal/harmless.ts';
import type { ErasureCandidate, ErasurePlan } from '../../../domain/ports/library.ts';
import { isHttpAsker } from '../../../domain/intake/ask-snapshot.ts';
import type { ErasedTurns } from '../../../domain/team/erasures-file.ts';
import { isKnown } from '../../../domain/team/person-traces.ts';
import { countOf } from '../../../domain/values/text.ts';
import { UsageError } from '../../cli/exit.ts';
import type { CommandOptions, JsonOption } from '../../cli/command-parts.ts';
import { withStorage } from '../../cli/with-storage.ts';
import { eraseFromTrials, type ErasedTrial } from '../../demo/erase-from-trials.ts';
import { describeAgain } from '../../cli/with-steward.ts';
import { canAsk, printJson, printLine } from '../../cli/print.ts';

interface ForgetOptions extends CommandOptions, JsonOption {
  readonly name: readonly string[];
  readonly also: readonly ErasedTurns[];
  readonly dryRun: boolean;
}

/** Erases a person from the store and from the data of `demo` and `dev`, then starts describing the topics again. */
export async function forget(userId: string, options: ForgetOptions): Promise<void> {
  const { name: names, also, dryRun, json } = options;
  if (!/^\d{1,20}$/.test(userId) && !isHttpAsker(userId)) {
    throw new UsageError(
      `${JSON.stringify(userId.slice(0, 80))} is not a Discord id. Expected: digits, like 145874524567503270: ` +
        'in Discord, turn on Developer Mode and choose "Copy User ID" on the person. Of a question over HTTP: its visitor_id.',
    );
  }
  const request = { userId, names, mayBeMistyped: true };
  const plan = await withStorage(options, async ({ storage: { erasure } }) => {
    // The person's names are erased with their words, so turns in which others name them are found first.
    const first = await erasure.erase({ ...request, also, dryRun: true });
    const chosen = !dryRun && !json && (await wants(first.candidates)) ? first.candidates : [];
    const allChosen = [...also, ...chosen.map(({ qaId, turn }) => ({ qaId, turns: [turn] }))];
    // Includes what was written while the operator was choosing.
    return erasure.erase({ ...request, also: mergeTurns(allChosen), dryRun });
  });
  const trials = await eraseFromTrials({ ...request, dryRun });
  if (json) printJson(planOf({ plan, trials, dryRun }));
  else printLine(textOf({ plan, trials, dryRun, isAsked: canAsk() }));
  if (!dryRun && plan.topics.length > 0) await describeAgain(options);
}

const maxTextChars = 100;
const lineOf = ({ qaId, turn, text }: ErasureCandidate): string =>
  `  ${qaId}:${turn}  ${harmlessLine(text, maxTextChars)}`;

/** Shows what others said and asks whether to remove it; false if nobody can answer. */
async function wants(candidates: readonly ErasureCandidate[]): Promise<boolean> {
  if (candidates.length === 0 || !canAsk()) return false;
  printLine(['Others may speak of the person here:', ...candidates.map(lineOf)].join('\n'));
  return confirm({ message: 'Remove these, too?', default: false });
}

const mergeTurns = (chosen: readonly ErasedTurns[]): readonly ErasedTurns[] =>
  [...Map.groupBy(chosen, ({ qaId }) => qaId)].map(([qaId, some]) => ({
    qaId,
    turns: [...new Set(some.flatMap(({ turns }) => turns))].toSorted((a, b) => a - b),
  }));

interface Done {
  readonly plan: ErasurePlan;
  readonly trials: readonly ErasedTrial[];
  readonly dryRun: boolean;
}

/** The erasure as `--json` prints it. */
export function planOf({ plan, trials, dryRun }: Done) {
  const { otherRows: _, ...shown } = plan;
  return { ...shown, trials: trials.map(({ dataDir }) => dataDir), dryRun };
}

/** What the records hold of the person, each in a few words. */
const heldOf = ({ messages, snapshots, replyRecords, otherRows }: ErasurePlan): readonly string[] => [
  ...(messages > 0 ? [countOf(messages, 'message')] : []),
  ...(snapshots > 0 ? [countOf(snapshots, 'conversation')] : []),
  ...(replyRecords > 0 ? [countOf(replyRecords, 'question or answer', 'questions or answers')] : []),
  ...(otherRows > 0 ? [countOf(otherRows, 'vote, limit or count', 'votes, limits or counts')] : []),
];

function textOf({ plan, trials, dryRun, isAsked }: Done & { readonly isAsked: boolean }): string {
  const { userId, entries, candidates, retracted, topics, withoutAuthors, leftFiles } = plan;
  const were = (count: number) => (dryRun ? 'would be' : count === 1 ? 'was' : 'were');
  const turns = entries.reduce((sum, one) => sum + one.turns.length, 0);
  const records = plan.messages + plan.snapshots + plan.replyRecords;
  const isUnknown = !isKnown(plan) && plan.decisions + trials.length === 0;
  const lines = [
    ...(turns + records + trials.length === 0 ? [`Steward keeps nothing that ${userId} wrote.`] : []),
    ...(turns > 0
      ? [
          `In the archive, ${countOf(turns, 'message')} in ${countOf(entries.length, 'conversation')} ${were(turns)} emptied: ${entries.map(({ qaId }) => qaId).join(', ')}.`,
        ]
      : []),
    ...(retracted.length > 0
      ? [
          `${countOf(retracted.length, 'learned answer')} ${were(retracted.length)} retracted, because no question or no answer is left: ${retracted.join(', ')}.`,
        ]
      : []),
    ...(topics.length > 0
      ? [
          `${countOf(topics.length, 'topic')} ${dryRun ? 'would lose' : 'lost'} these words: ${topics.join(', ')}.`,
        ]
      : []),
    ...(records + plan.otherRows > 0
      ? [`In the records, ${heldOf(plan).join(', ')} ${were(records + plan.otherRows)} emptied.`]
      : []),
    ...(plan.decisions > 0
      ? [
          `${countOf(plan.decisions, 'cached decision')} of models ${were(plan.decisions)} dropped, because it is unknown which ones quote the person. The next rebuild of the library asks the model again, which costs as much as the first one.`,
        ]
      : []),
    ...trials.map(
      ({ dataDir }) =>
        `The trial in ${dataDir} ${were(1)} cleaned as well, and its conversation dropped. End a demo or dev that still runs there, and run this again.`,
    ),
    ...(candidates.length > 0
      ? [
          'Others may speak of the person here:',
          ...candidates.map(lineOf),
          `They ${dryRun ? 'would stay' : 'are left'}.${isAsked && !dryRun ? '' : ` To remove one: npx steward forget ${userId} --also ${candidates[0]?.qaId}:${candidates[0]?.turn}`}`,
        ]
      : []),
    ...(withoutAuthors.length > 0
      ? [
          `${countOf(withoutAuthors.length, 'conversation')} of the archive came from elsewhere and do not say who wrote what, so the person's words may stand there. --json lists them; npx steward library retract QA_ID takes one out.`,
        ]
      : []),
    ...leftFiles.map((path) => `${path} quotes one of these conversations. Edit or delete it yourself.`),
    dryRun
      ? 'Nothing was changed.'
      : isUnknown
        ? 'What they wrote before now stays out, even if it comes in late. If the id is right, run this again: it drops the cached decisions of models, too, which may quote words that have expired.'
        : 'Done. An answer that was being written may still hold such words: run this again in a few minutes.',
  ];
  return lines.join('\n');
}
