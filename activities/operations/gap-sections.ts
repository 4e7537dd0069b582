import type { PromptSection } from '../../domain/models/prompt-sections.ts';
import {
  nearLine,
  rankGaps,
  type ComparedGap,
  type ComparedQuestion,
} from '../../domain/operations/rank-gaps.ts';
import type { SearchHit } from '../../domain/ports/sources.ts';
import { isTeamSource } from '../../domain/team/topic-slug.ts';
import { oneLineOf } from '../../domain/values/text.ts';

export interface NamedGap extends ComparedGap {
  readonly name: string;
}

/** More gaps make the prompt longer and hardly ever contain the right one. */
const maxGaps = 20;
const maxQuestions = 3;
const maxQuestionChars = 200;
const maxSources = 8;
const maxDocuments = 10;

const otherLine = 'Further off.';

/** The parts of a question that gaps are compared by. */
export const comparedQuestion = (
  text: string,
  hits: readonly SearchHit[],
  vector: Float32Array | null,
): ComparedQuestion => ({
  text,
  found: hits.map(({ sourceId }) => sourceId).filter((id) => !isTeamSource(id)),
  vector,
});

/**
 * The sections of the decision: the question, its nearest sources, and the most similar gaps with their latest questions
 * and documents. Topics of the team only appear by name, because a gap must not be named after a team member's words.
 */
export function gapSections({
  question,
  hits,
  gaps,
}: {
  readonly question: ComparedQuestion;
  readonly hits: readonly SearchHit[];
  readonly gaps: readonly NamedGap[];
}): readonly PromptSection[] {
  const likest = rankGaps(question, gaps).slice(0, maxGaps);
  return [
    { name: 'question', id: null, text: question.text },
    ...hits.slice(0, maxSources).map(({ sourceId, title, headings, snippet }): PromptSection =>
      isTeamSource(sourceId)
        ? { name: 'source', id: sourceId, from: 'team', text: '' }
        : {
            name: 'source',
            id: sourceId,
            from: 'documentation',
            text: [title, ...headings, snippet].join('\n'),
          },
    ),
    ...likest.map(({ gap: { name, questions }, isNear }): PromptSection => ({
      name: 'topic',
      id: name,
      text: [
        isNear ? nearLine : otherLine,
        ...questions.slice(-maxQuestions).map(({ text }) => oneLineOf(text, maxQuestionChars)),
        ...[...new Set(questions.flatMap(({ found }) => found.slice(0, maxDocuments)))].slice(
          0,
          maxDocuments,
        ),
      ].join('\n'),
    })),
  ];
}
