import { writeFile } from 'node:fs/promises';
import { draftGap } from '../../../activities/operations/draft-gap.ts';
import { harmlessLine } from '../../../adapters/terminal/harmless.ts';
import { isToFill, kindText, type Gap } from '../../../domain/operations/gaps.ts';
import { countOf } from '../../../domain/values/text.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';
import { UsageError } from '../../cli/exit.ts';
import { withStorage } from '../../cli/with-storage.ts';
import { printJson, printLine, printNote } from '../../cli/print.ts';

interface GapsOptions extends ConfigOption, JsonOption {
  readonly all: boolean;
  /** The name or id of the gap whose draft is wanted. */
  readonly draft?: string;
  readonly out?: string;
}

/** Lists what the documents lack, according to the questions of members. */
export async function gaps({ all, json, draft, out, ...options }: GapsOptions): Promise<void> {
  if (draft !== undefined) return writeDraft(draft, { out, ...options });
  if (out !== undefined) throw new UsageError('--out needs --draft: it names the file for a draft.');
  await withStorage(options, async ({ storage: { records } }) => {
    const known = await records.gaps();
    const shown = all ? known : known.filter(isToFill);
    for (const gap of shown)
      if (json) printJson(gapJson(gap));
      else printLine(textOf(gap));
    if (shown.length > 0 || json) return;
    printNote(
      known.length === 0
        ? 'No unanswered question is filed yet.'
        : `${countOf(known.length, 'gap')}, none of them open. See them with --all.`,
    );
  });
}

/** Prints a draft or writes it into a new file, and records that an open gap has one. Never overwrites a file. */
async function writeDraft(
  nameOrId: string,
  { out, ...options }: ConfigOption & { readonly out: string | undefined },
): Promise<void> {
  await withStorage(options, async ({ storage: { records, library, now } }) => {
    const gap = (await records.gaps()).find(({ id, name }) => id === nameOrId || name === nameOrId);
    const made = gap && (await draftGap({ records, library }, gap.id));
    if (!made)
      throw new UsageError(
        `There is no gap ${harmlessLine(nameOrId, maxQuestionChars)}. \`npx steward gaps --all\` lists them.`,
      );
    if (out === undefined) printLine(made.text.trimEnd());
    else await writeNew(out, made.text);
    // If somebody has decided about the gap, their decision stays.
    if (isToFill(made.gap))
      await records.resolveGap({ gapId: made.gap.id, resolution: 'drafted', now: now() });
  });
}

async function writeNew(file: string, text: string): Promise<void> {
  await writeFile(file, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      error.code === 'EEXIST'
        ? `${file} is there already. Name a file that is not.`
        : `${file} cannot be written (${error.code ?? 'unknown'}).`,
    );
  });
}

const shownQuestions = 3;
const maxQuestionChars = 140;

function textOf(gap: Gap): string {
  const { name, state, askers, questions, pages } = gap;
  const asked = `${countOf(askers, 'asker')}, ${countOf(questions.length, 'question')}`;
  return [
    `${name}  ${state}: ${asked}, ${kindText(gap)}`,
    ...questions.slice(-shownQuestions).map(({ question, link, answeredBy }) => {
      const answered = answeredBy === null ? '' : ` (answered now, by the ${answeredBy})`;
      return `- ${harmlessLine(question, maxQuestionChars)}${answered}${link === null ? '' : ` ${link}`}`;
    }),
    ...pages
      .slice(0, 1)
      .map(({ sourceId, url }) => `nearest: ${harmlessLine(url ?? sourceId, maxQuestionChars)}`),
  ].join('\n      ');
}

/** A gap as `--json` prints it. */
export const gapJson = (gap: Gap) => ({
  ...gap,
  questions: gap.questions.map(
    ({ messageId, question, createdAt: askedAt, lastAskedAt, answeredBy, reason, link }) => ({
      messageId,
      question,
      askedAt,
      lastAskedAt,
      answeredBy,
      reason,
      link,
    }),
  ),
});
