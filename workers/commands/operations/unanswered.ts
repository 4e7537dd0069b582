import { harmlessLine } from '../../../adapters/terminal/harmless.ts';
import { isHttpAsker, outsideGuilds } from '../../../domain/intake/ask-snapshot.ts';
import { groupQuestions, type QuestionGroup } from '../../../domain/operations/group-questions.ts';
import { reasonText } from '../../../domain/reply/reason-text.ts';
import type { QuestionRecords } from '../../../domain/ports/reply-records.ts';
import { countOf } from '../../../domain/values/text.ts';
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
    const groups = groupQuestions(questions);
    printRows(groups, { json, textOf });
    if (groups.length === 0 && !json) printNote(none);
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

/** The question and, below it, who asked it and where. */
function textOf({ question, count, channelIds, ...group }: QuestionGroup): string {
  const times = `${count}×`.padStart(4);
  const head = [times, group.lastAskedAt.slice(0, 10), harmlessLine(question, maxQuestionChars)].join('  ');
  const channels = channelIds.filter((id) => id !== outsideGuilds && !isHttpAsker(id));
  const where = [
    ...(channels.length > 0 ? [`in ${channels.join(', ')}`] : []),
    ...(channels.length < channelIds.length ? ['over HTTP or with `ask`'] : []),
  ].join(' and ');
  const by = `${countOf(group.authorIds.length, 'asker')} ${where} (${group.reasons.map(reasonText).join(', ')})`;
  return [head, by, ...group.links.slice(-1)].join(`\n${' '.repeat(6)}`);
}
