import type { Decision } from '../domain/models/decisions.ts';
import type { PromptSection } from '../domain/models/prompt-sections.ts';
import { nearLine } from '../domain/operations/rank-gaps.ts';
import { topicName } from './classify.ts';
import { questionWords } from './question.ts';
import { bagOf, corpusOf, match, weigh } from './text/matching.ts';

/**
 * The share of a question that a source must contain, with at least two words, to be about it. Of .35, .5 and .75 this gave the
 * most right kinds on Python's and Perl's documentation.
 */
const aboutFrom = 0.5;

/** Files a question under the most similar gap if it is near, or else under a new one named after the question. */
export function answerGap(sections: readonly PromptSection[]): Decision<'GapResult'> {
  const [likest] = sections.filter(({ name }) => name === 'topic');
  const sources = sections.filter(({ name }) => name === 'source');
  const corpus = corpusOf(sources.map(({ text }) => bagOf(text)));
  return {
    gap_name:
      likest?.id && likest.text.startsWith(`${nearLine}\n`)
        ? likest.id
        : topicName(weigh(questionWords(sections), corpus)),
    kind: kindOf(sections),
  };
}

function kindOf(sections: readonly PromptSection[]): Decision<'GapResult'>['kind'] {
  const query = weigh(questionWords(sections), null);
  const about = sections.filter(({ name, text }) => {
    if (name !== 'source') return false;
    const bag = bagOf(text);
    const found = match(query, bag, corpusOf([bag]));
    return found.coverage >= aboutFrom && found.words >= Math.min(2, query.length);
  });
  return about.length > 0 ? 'missed' : 'uncovered';
}
