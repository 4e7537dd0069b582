import { harmlessJson, harmlessLine } from '../../../adapters/terminal/harmless.ts';
import { groupQuestions, type QuestionGroup } from '../../../domain/operations/group-questions.ts';
import type { CommandOptions } from '../../cli/command-parts.ts';
import { withStorage } from '../../cli/with-storage.ts';

interface UnansweredOptions extends Pick<CommandOptions, 'config'> {
  readonly since: Date;
  readonly dropped: boolean;
  readonly json: boolean;
}

/** Lists questions that found no answer: what the documents should say. With `dropped`: what the gates took for no question. */
export async function unanswered({ since, dropped, json, ...options }: UnansweredOptions): Promise<void> {
  await withStorage(options, async ({ storage: { records } }) => {
    const groups = groupQuestions(
      await (dropped ? records.droppedSince(since) : records.unansweredSince(since)),
    );
    for (const group of groups) process.stdout.write(`${json ? jsonOf(group) : lineOf(group)}\n`);
    const day = since.toISOString().slice(0, 10);
    if (groups.length === 0 && !json) {
      process.stderr.write(
        dropped ? `No gate dropped a message since ${day}.\n` : `Every question since ${day} was answered.\n`,
      );
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
