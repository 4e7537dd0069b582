import { harmlessLine } from '../../../adapters/terminal/harmless.ts';
import { isHttpAsker, outsideGuilds } from '../../../domain/intake/ask-snapshot.ts';
import type { AskedQuestion } from '../../../domain/operations/asked-question.ts';
import { reasonText } from '../../../domain/reply/reason-text.ts';
import { compareCodePoints, withoutSteward } from '../../../domain/values/text.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';
import { withStorage } from '../../cli/with-storage.ts';
import { printNote, printRows } from '../../cli/print.ts';

interface UnansweredOptions extends ConfigOption, JsonOption {
  readonly since: Date;
}

/** Lists questions without an answer. */
export async function unanswered({ since, json, ...options }: UnansweredOptions): Promise<void> {
  await withStorage(options, async ({ storage: { records } }) => {
    const questions = await records.unansweredSince(since);
    const newestFirst = questions.toSorted((a, b) => compareCodePoints(b.createdAt, a.createdAt));
    printRows(newestFirst, { json, textOf });
    if (questions.length === 0 && !json) printNote(`None since ${since.toISOString().slice(0, 10)}.`);
  });
}

const maxQuestionChars = 140;

/** The question and, below it, where it was asked and why it has no answer. */
function textOf({ question, createdAt, channelId, authorId, reason, link }: AskedQuestion): string {
  const isElsewhere = channelId === outsideGuilds || isHttpAsker(authorId);
  const where = link ?? (isElsewhere ? 'over HTTP or with `ask`' : `in ${channelId}`);
  const head = `${createdAt.slice(0, 10)}  ${harmlessLine(withoutSteward(question), maxQuestionChars)}`;
  return `${head}\n${' '.repeat(12)}${where} (${reasonText(reason)})`;
}
