import { harmlessJson, harmlessLine } from '../../../adapters/terminal/harmless.ts';
import { groupQuestions, type QuestionGroup } from '../../../domain/operations/group-questions.ts';
import type { CommandOptions } from '../../cli/command-options.ts';
import { withStorage } from '../../cli/with-storage.ts';

interface UnansweredOptions extends Pick<CommandOptions, 'config'> {
  readonly since: Date;
  readonly json: boolean;
}

/** Lists questions that found no answer: what the documents should say. */
export async function unanswered({ since, json, ...options }: UnansweredOptions): Promise<void> {
  await withStorage(options, async ({ storage: { records } }) => {
    const groups = groupQuestions(await records.unansweredSince(since));
    for (const group of groups) process.stdout.write(`${json ? jsonOf(group) : lineOf(group)}\n`);
    if (groups.length === 0 && !json) {
      process.stderr.write(`Every question since ${since.toISOString().slice(0, 10)} was answered.\n`);
    }
  });
}

const maxQuestionChars = 140;

const lineOf = ({ question, count, lastAskedAt, reasons }: QuestionGroup): string =>
  [
    `${count}×`.padStart(4),
    lastAskedAt.slice(0, 10),
    harmlessLine(question, maxQuestionChars),
    `(${reasons.join(', ')})`,
  ].join('  ');

const jsonOf = ({ question, count, reasons, ...group }: QuestionGroup): string =>
  harmlessJson({
    question,
    count,
    first_asked_at: group.firstAskedAt,
    last_asked_at: group.lastAskedAt,
    reasons,
    message_ids: group.messageIds,
  });
