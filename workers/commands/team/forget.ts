import { confirm } from '@inquirer/prompts';
import { harmlessLine } from '../../../adapters/terminal/harmless.ts';
import type { ErasurePlan } from '../../../domain/ports/library.ts';
import { isHttpAsker } from '../../../domain/intake/ask-snapshot.ts';
import { countOf } from '../../../domain/values/text.ts';
import { UsageError } from '../../cli/exit.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';
import { withStorage } from '../../cli/with-storage.ts';
import { canAsk, printJson, printLine } from '../../cli/print.ts';

interface ForgetOptions extends ConfigOption, JsonOption {
  readonly dryRun: boolean;
  readonly yes: boolean;
}

/** Erases a person from the store. The next refresh describes the topics again. */
export async function forget(userId: string, options: ForgetOptions): Promise<void> {
  const { dryRun, yes, json } = options;
  if (!/^\d{1,20}$/.test(userId) && !isHttpAsker(userId)) {
    throw new UsageError(
      `${JSON.stringify(userId.slice(0, 80))} is not a Discord id. Expected: digits, like 145874524567503270: ` +
        'in Discord, turn on Developer Mode and choose "Copy User ID" on the person. Of a question over HTTP: its visitor_id.',
    );
  }
  const { plan, isDry } = await withStorage(options, async ({ storage: { erasure } }) => {
    const planned = await erasure.erase({ userId, dryRun: true });
    if (dryRun || !(yes || (await isAgreed(planned)))) return { plan: planned, isDry: true };
    return { plan: await erasure.erase({ userId }), isDry: false };
  });
  if (json) printJson(planOf(plan, isDry));
  else printLine(textOf(plan, isDry));
}

const maxTextChars = 100;

/** Answers of the team never go without a yes: at the terminal, or by `--yes`. */
async function isAgreed(plan: ErasurePlan): Promise<boolean> {
  const answers = [...answersOf(plan.retracted), ...(plan.isTeamMember ? trimmedIn(plan) : [])];
  if (answers.length === 0) return true;
  if (!canAsk())
    throw new UsageError(
      `${countOf(answers.length, 'learned answer')} would go with the person, or what they said in it. Look with --dry-run, then say --yes.`,
    );
  printLine(under('These answers of the team go, or what the person said in them:', answers).join('\n'));
  return confirm({ message: 'Forget the person and these answers?', default: false });
}

const answersOf = (retracted: ErasurePlan['retracted']): readonly string[] =>
  retracted.map(({ qaId, answers }) => `${qaId}  ${harmlessLine(answers.join(' / '), maxTextChars)}`);

const trimmedIn = ({ entries }: ErasurePlan): readonly string[] =>
  entries.flatMap(({ qaId, messageIds }) => (messageIds === null ? [] : [qaId]));

/** The erasure as `--json` prints it. */
export const planOf = (plan: ErasurePlan, dryRun: boolean) => ({ ...plan, dryRun });

/** What goes, and what somebody should look at, each under a heading. */
function textOf(plan: ErasurePlan, dryRun: boolean): string {
  const { userId, mentions, retracted, topics, withoutAuthors, leftFiles } = plan;
  return [
    plan.isKnown
      ? `What ${userId} wrote goes, with votes and limits, and all cached decisions of models, which may quote it.`
      : `Steward keeps nothing that ${userId} wrote.`,
    ...under('Learned answers that go, because the person asked for them:', answersOf(retracted)),
    ...under('Conversations of others that lose their messages:', trimmedIn(plan)),
    ...under('Topics that change:', topics),
    ...under(
      'Others may speak of the person here. It stays unless you take it out (npx steward library retract QA_ID) or correct it:',
      mentions.map(({ qaId, text }) => `${qaId}  ${harmlessLine(text, maxTextChars)}`),
    ),
    ...under('These came from elsewhere and do not say who wrote what:', withoutAuthors),
    ...under('These files were set aside before. Look through them, and delete them:', leftFiles),
    dryRun ? 'Nothing was changed.' : 'Done. What they wrote before now stays out, even if it comes in late.',
  ].join('\n');
}

const under = (heading: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [heading, ...lines.map((line) => `  ${line}`)];
