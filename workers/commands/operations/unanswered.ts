import { harmlessLine } from '../../../adapters/terminal/harmless.ts';
import { isHttpAsker, outsideGuilds } from '../../../domain/intake/ask-snapshot.ts';
import type { AskedQuestion } from '../../../domain/operations/asked-question.ts';
import { reasonText } from '../../../domain/reply/reason-text.ts';
import type { QuestionRecords } from '../../../domain/ports/reply-records.ts';
import { compareCodePoints, countOf, withoutSteward } from '../../../domain/values/text.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';
import { withStorage } from '../../cli/with-storage.ts';
import { printNote, printRows } from '../../cli/print.ts';

interface UnansweredOptions extends ConfigOption, JsonOption {
  readonly since: Date;
  readonly dropped: boolean;
}

/** Lists questions without an answer or, with `dropped`, messages that the gates did not take for questions. */
export async function unanswered({ since, dropped, json, ...options }: UnansweredOptions): Promise<void> {
  await withStorage(options, async ({ storage: { records } }) => {
    const { questions, none } = await (dropped ? droppedSince : openSince)(records, since);
    const newestFirst = questions.toSorted((a, b) => compareCodePoints(b.createdAt, a.createdAt));
    printRows(newestFirst, { json, textOf });
    if (questions.length === 0 && !json) printNote(none);
  });
}

const dayOf = (since: Date): string => since.toISOString().slice(0, 10);

async function droppedSince(records: QuestionRecords, since: Date) {
  const questions = await records.droppedSince(since);
  return { questions, none: `No gate dropped a message since ${dayOf(since)}.` };
}

async function openSince(records: QuestionRecords, since: Date) {
  const { asked, open: questions } = await records.unansweredSince(since);
  const none =
    asked === 0
      ? `Nobody has asked a question since ${dayOf(since)}.`
      : `${countOf(asked, 'question')} since ${dayOf(since)}, and none is without an answer.`;
  return { questions, none };
}

const maxQuestionChars = 140;

/** The question and, below it, where it was asked and why it has no answer. */
function textOf({ question, createdAt, channelId, authorId, reason, link }: AskedQuestion): string {
  const isElsewhere = channelId === outsideGuilds || isHttpAsker(authorId);
  const where = link ?? (isElsewhere ? 'over HTTP or with `ask`' : `in ${channelId}`);
  const head = `${createdAt.slice(0, 10)}  ${harmlessLine(withoutSteward(question), maxQuestionChars)}`;
  return `${head}\n${' '.repeat(12)}${where} (${reasonText(reason)})`;
}
