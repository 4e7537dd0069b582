import { harmlessJson, harmlessLine } from '../../../adapters/terminal/harmless.ts';
import { isToFill, kindText, type Gap } from '../../../domain/operations/gaps.ts';
import { countOf } from '../../../domain/values/text.ts';
import type { CommandOptions } from '../../cli/command-parts.ts';
import { withStorage } from '../../cli/with-storage.ts';

interface GapsOptions extends Pick<CommandOptions, 'config'> {
  readonly all: boolean;
  readonly json: boolean;
}

/** Lists what the documents lack, as the questions of members show it. */
export async function gaps({ all, json, ...options }: GapsOptions): Promise<void> {
  await withStorage(options, async ({ storage: { records } }) => {
    const known = await records.gaps();
    const shown = all ? known : known.filter(isToFill);
    for (const gap of shown) process.stdout.write(`${json ? harmlessJson(gapJson(gap)) : textOf(gap)}\n`);
    if (shown.length > 0 || json) return;
    process.stderr.write(
      known.length === 0
        ? 'No unanswered question is filed yet.\n'
        : `${countOf(known.length, 'gap')}, none of them open. See them with --all.\n`,
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
      .map(({ sourceId, url }) => `nearest: ${url ?? harmlessLine(sourceId, maxQuestionChars)}`),
  ].join('\n      ');
}

/** What `--json` prints of each. */
export const gapJson = ({ id, name, kind, state, askers, questions, pages }: Gap) => ({
  id,
  name,
  kind,
  state,
  askers,
  questions: questions.map((one) => ({
    message_id: one.messageId,
    question: one.question,
    asked_at: one.createdAt,
    last_asked_at: one.lastAskedAt,
    answered_by: one.answeredBy,
    reason: one.reason,
    link: one.link,
  })),
  pages: pages.map(({ sourceId, title, url }) => ({ source_id: sourceId, title, url })),
});
