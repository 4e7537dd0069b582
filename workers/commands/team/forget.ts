import { confirm } from '@inquirer/prompts';
import { harmlessLine } from '../../../adapters/terminal/harmless.ts';
import type { ErasurePlan } from '../../../domain/ports/library.ts';
import { isHttpAsker } from '../../../domain/intake/ask-snapshot.ts';
import { isKnown } from '../../../domain/team/person-traces.ts';
import { countOf } from '../../../domain/values/text.ts';
import { UsageError } from '../../cli/exit.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';
import { withStorage } from '../../cli/with-storage.ts';
import { describeAgain } from '../../cli/with-steward.ts';
import { canAsk, printJson, printLine } from '../../cli/print.ts';

interface ForgetOptions extends ConfigOption, JsonOption {
  readonly name: readonly string[];
  readonly dryRun: boolean;
  readonly yes: boolean;
}

/** Erases a person from the store, then starts describing the topics again. */
export async function forget(userId: string, options: ForgetOptions): Promise<void> {
  const { name: names, dryRun, yes, json } = options;
  if (!/^\d{1,20}$/.test(userId) && !isHttpAsker(userId)) {
    throw new UsageError(
      `${JSON.stringify(userId.slice(0, 80))} is not a Discord id. Expected: digits, like 145874524567503270: ` +
        'in Discord, turn on Developer Mode and choose "Copy User ID" on the person. Of a question over HTTP: its visitor_id.',
    );
  }
  const request = { userId, names, mayBeMistyped: true };
  const { plan, isDry } = await withStorage(options, async ({ storage: { erasure } }) => {
    const planned = await erasure.erase({ ...request, dryRun: true });
    if (dryRun || !(yes || (await isAgreed(planned)))) return { plan: planned, isDry: true };
    return { plan: await erasure.erase(request), isDry: false };
  });
  if (json) printJson(planOf(plan, isDry));
  else printLine(textOf(plan, isDry));
  if (!isDry && plan.topics.length > 0) await describeAgain(options);
}

const maxTextChars = 100;

/** Answers of the team never go without a yes: at the terminal, or by `--yes`. */
async function isAgreed({ retracted }: ErasurePlan): Promise<boolean> {
  if (retracted.length === 0) return true;
  if (!canAsk())
    throw new UsageError(
      `${countOf(retracted.length, 'learned answer')} would go with the person. Look at them with --dry-run, then say --yes.`,
    );
  printLine(['These answers of the team go with the person:', ...answersOf(retracted)].join('\n'));
  return confirm({ message: 'Forget the person and these answers?', default: false });
}

const answersOf = (retracted: ErasurePlan['retracted']): readonly string[] =>
  retracted.map(({ qaId, answers }) => `  ${qaId}  ${harmlessLine(answers.join(' / '), maxTextChars)}`);

/** The erasure as `--json` prints it. */
export function planOf(plan: ErasurePlan, dryRun: boolean) {
  const { otherRows: _, ...shown } = plan;
  return { ...shown, dryRun };
}

/** What the records hold of the person, each in a few words. */
const heldOf = ({ messages, snapshots, replyRecords, otherRows }: ErasurePlan): readonly string[] => [
  ...(messages > 0 ? [countOf(messages, 'message')] : []),
  ...(snapshots > 0 ? [`their part of ${countOf(snapshots, 'conversation')}`] : []),
  ...(replyRecords > 0 ? [countOf(replyRecords, 'question')] : []),
  ...(otherRows > 0 ? [countOf(otherRows, 'vote, limit or count', 'votes, limits or counts')] : []),
];

function textOf(plan: ErasurePlan, dryRun: boolean): string {
  const { userId, entries, mentions, retracted, topics, withoutAuthors, leftFiles } = plan;
  const were = (count: number) => (dryRun ? 'would be' : count === 1 ? 'was' : 'were');
  const trimmed = entries.filter(({ messageIds }) => messageIds !== null);
  const isUnknown = !isKnown(plan) && plan.decisions === 0;
  const lines = [
    ...(isKnown(plan) ? [] : [`Steward keeps nothing that ${userId} wrote.`]),
    ...(retracted.length > 0
      ? [
          `${countOf(retracted.length, 'learned answer')} ${were(retracted.length)} retracted, because the person asked for ${retracted.length === 1 ? 'it' : 'them'}:`,
          ...answersOf(retracted),
        ]
      : []),
    ...(trimmed.length > 0
      ? [
          `From ${countOf(trimmed.length, 'conversation')} that others asked, their messages ${dryRun ? 'would be' : 'were'} removed: ${trimmed.map(({ qaId }) => qaId).join(', ')}.`,
        ]
      : []),
    ...(topics.length > 0
      ? [`${countOf(topics.length, 'topic')} ${dryRun ? 'would change' : 'changed'}: ${topics.join(', ')}.`]
      : []),
    ...(plan.messages + plan.snapshots + plan.replyRecords + plan.otherRows > 0
      ? [`From the records, ${heldOf(plan).join(', ')} ${dryRun ? 'would be' : 'were'} removed.`]
      : []),
    ...(plan.decisions > 0
      ? [
          `${countOf(plan.decisions, 'cached decision')} of models ${were(plan.decisions)} dropped, because it is unknown which ones quote the person. The next rebuild of the library asks the model again, which costs as much as the first one.`,
        ]
      : []),
    ...(mentions.length > 0
      ? [
          'Others may speak of the person here:',
          ...mentions.map(({ qaId, text }) => `  ${qaId}  ${harmlessLine(text, maxTextChars)}`),
          `They stay. To take one out: npx steward library retract ${mentions[0]?.qaId}, or correct it: npx steward library correct ${mentions[0]?.qaId} ANSWER`,
        ]
      : []),
    ...(withoutAuthors.length > 0
      ? [
          `${countOf(withoutAuthors.length, 'conversation')} of the archive came from elsewhere and do not say who wrote what, so the person's words may stand there. --json lists them; npx steward library retract QA_ID takes one out.`,
        ]
      : []),
    ...leftFiles.map(
      (path) => `${path} was set aside before and may hold their words. Look through it, and delete it.`,
    ),
    dryRun
      ? 'Nothing was changed.'
      : isUnknown
        ? 'What they wrote before now stays out, even if it comes in late. If the id is right, run this again: it drops the cached decisions of models, too, which may quote words that have expired.'
        : 'Done.',
  ];
  return lines.join('\n');
}
