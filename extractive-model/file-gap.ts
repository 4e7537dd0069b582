import type { Decision } from '../domain/models/decisions.ts';
import type { PromptSection } from '../domain/models/prompt-sections.ts';
import { rankGaps } from '../domain/operations/rank-gaps.ts';
import { topicName } from './classify.ts';
import { questionWords, sectionText } from './question.ts';
import { bagOf, corpusOf, match, weigh } from './text/matching.ts';

/**
 * From this likeness on a question joins a gap. Of .04 to .3, this one gave the best pairwise F1 on the sections of Python's and
 * Perl's FAQs; Git's, Django's and fetchmail's were only measured.
 */
const joinsFrom = 0.08;

/**
 * A source is about what is asked if it holds this much of it, and more than one word. Of .35, .5 and .75 this gave the most right
 * kinds on Python's and Perl's documentation.
 */
const aboutFrom = 0.5;

/** Files a question under the gap whose questions and documents are likest to its own, or under a new one named for it. */
export function answerGap(sections: readonly PromptSection[]): Decision<'GapResult'> {
  const sources = sections.filter(({ name }) => name === 'source');
  const question = {
    questions: [sectionText(sections, 'question')],
    found: [sources.flatMap(({ id, from }) => (from === 'documentation' && id !== null ? [id] : []))],
  };
  const gaps = sections.filter(({ name }) => name === 'topic').map(gapIn);
  const [best] = rankGaps(question, gaps);
  const words = questionWords(sections);
  const corpus = corpusOf(sources.map(({ text }) => bagOf(text)));
  return {
    gap_name: best && best.likeness >= joinsFrom ? best.gap.name : topicName(weigh(words, corpus)),
    kind: kindOf(sections),
  };
}

/** Its questions, then the ids of the documents that they find: a line each. */
function gapIn({ id, text }: PromptSection) {
  const lines = text.split('\n');
  return {
    name: id ?? '',
    questions: lines.filter((line) => !isId(line)),
    found: [lines.filter(isId)],
  };
}

const isId = (line: string): boolean => line.startsWith('kb:');

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
