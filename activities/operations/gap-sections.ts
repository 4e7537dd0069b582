import type { PromptSection } from '../../domain/models/prompt-sections.ts';
import { rankGaps, type GapProfile } from '../../domain/operations/rank-gaps.ts';
import type { SearchHit } from '../../domain/ports/sources.ts';
import { isTeamSource } from '../../domain/team/topic-slug.ts';
import { oneLineOf } from '../../domain/values/text.ts';

/** A gap that a question may belong to. */
export interface NamedGap extends GapProfile {
  readonly name: string;
}

/** More make the prompt longer, and hardly ever hold the right one. */
const maxGaps = 20;
const maxQuestions = 3;
const maxQuestionChars = 200;
const maxSources = 8;
const maxDocuments = 10;

/** What a search for a question found, as gaps remember it. */
export const foundBy = (hits: readonly SearchHit[]): readonly string[] =>
  hits.map(({ sourceId }) => sourceId).filter((id) => !isTeamSource(id));

/**
 * The question, the sources nearest to it, and the likest gaps with their latest questions and the documents that these retrieve.
 * Of the team's topics only their names are shown: a gap must not be named after what one of the team said.
 */
export function gapSections({
  question,
  hits,
  gaps,
}: {
  readonly question: string;
  readonly hits: readonly SearchHit[];
  readonly gaps: readonly NamedGap[];
}): readonly PromptSection[] {
  const profile = { questions: [question], found: [foundBy(hits)] };
  const likest = rankGaps(profile, gaps).slice(0, maxGaps);
  return [
    { name: 'question', id: null, text: question },
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
    ...likest.map(({ gap: { name, questions, found } }): PromptSection => ({
      name: 'topic',
      id: name,
      text: [
        ...questions.slice(-maxQuestions).map((text) => oneLineOf(text, maxQuestionChars)),
        ...[...new Set(found.flatMap((ids) => ids.slice(0, maxDocuments)))].slice(0, maxDocuments),
      ].join('\n'),
    })),
  ];
}
