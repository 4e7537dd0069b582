import { harmlessLine } from '../../../adapters/terminal/harmless.ts';
import { askersText, isOpenGap, type Gap } from '../../../domain/operations/gaps.ts';
import { countOf } from '../../../domain/values/text.ts';
import { draftGap } from '../../../interactions/gaps.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';
import { UsageError } from '../../cli/exit.ts';
import { withStorage } from '../../cli/with-storage.ts';
import { printJson, printLine, printNote } from '../../cli/print.ts';

interface GapsOptions extends ConfigOption, JsonOption {
  readonly all: boolean;
  /** The id of the gap whose draft is wanted. */
  readonly draft?: string;
}

/** Lists what the documents lack, according to the questions of members, or prints a draft for one gap. */
export async function gaps({ all, json, draft, ...options }: GapsOptions): Promise<void> {
  await withStorage(options, async ({ storage }) => {
    if (draft !== undefined) {
      const made = await draftGap(storage, draft);
      if (made) printLine(made.text.trimEnd());
      else throw noSuchGap(draft);
      return;
    }
    const known = await storage.records.gaps();
    const shown = all ? known : known.filter(isOpenGap);
    for (const gap of shown)
      if (json) printJson(gapJson(gap));
      else printLine(textOf(gap));
    if (shown.length > 0 || json) return;
    printNote(
      known.length === 0
        ? 'No question without an answer yet.'
        : `${countOf(known.length, 'gap')}, none of them open. See them with --all.`,
    );
  });
}

const noSuchGap = (id: string): UsageError =>
  new UsageError(
    `There is no gap ${harmlessLine(id, maxQuestionChars)}. \`npx steward gaps --all\` lists them.`,
  );

const shownQuestions = 3;
const maxQuestionChars = 140;

function textOf(gap: Gap): string {
  const { id, title, state, questions, pages } = gap;
  return [
    `${harmlessLine(title, maxQuestionChars)}  ${state}: ${askersText(gap)} (${id})`,
    ...questions
      .slice(-shownQuestions)
      .map(
        ({ question, link }) =>
          `- ${harmlessLine(question, maxQuestionChars)}${link === null ? '' : ` ${link}`}`,
      ),
    ...pages
      .slice(0, 1)
      .map(({ sourceId, url }) => `nearest: ${harmlessLine(url ?? sourceId, maxQuestionChars)}`),
  ].join('\n      ');
}

/** A gap as `--json` prints it. */
export const gapJson = ({ questions, ...gap }: Gap) => ({
  ...gap,
  questions: questions.map(({ messageId, question, createdAt: askedAt, reason, link }) => ({
    messageId,
    question,
    askedAt,
    reason,
    link,
  })),
});
