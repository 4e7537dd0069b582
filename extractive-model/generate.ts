import { detectLanguage } from '../domain/language/detect-language.ts';
import { undetermined } from '../domain/language/language-codes.ts';
import type { Decision } from '../domain/models/decisions.ts';
import type { PromptSection } from '../domain/models/prompt-sections.ts';
import { parseTopic } from '../domain/team/qa-blocks.ts';
import { isTeamSource } from '../domain/team/topic-slug.ts';
import { compareQaIds } from '../domain/values/qa-id.ts';
import { alike, likeness, teamWords } from './pairs.ts';
import { questionWords, sectionText } from './question.ts';
import { bagOf, corpusOf, match, weigh } from './text/matching.ts';
import { passagesOf, plainId, quoteOf, type Passage } from './text/passages.ts';

/**
 * The least share of a question that a passage must contain. Chosen on the questions about undici's documentation (`bench/data`).
 */
const threshold = 0.85;

/** Pairs whose likeness differs by less fit equally well. */
const equallyAlike = 0.1;

type Generation = Decision<'LLMGenerationResult'>;

const nothing: Generation = {
  answer: null,
  citations: [],
  answer_type: 'answer',
  confidence: 0,
  tool_calls: [],
};

/** Quotes the team's pair that asks the same, or else the passage that covers enough of the question; null when neither does. */
export function answerGeneration(sections: readonly PromptSection[]): Generation {
  const words = questionWords(sections);
  const sources = sections.filter(({ name }) => name === 'source');
  const team = bestPair(sources.filter(({ id }) => isTeamSource(id ?? '')).flatMap(pairsOf), (pair) =>
    likeness(words, pair),
  );
  if (team) {
    const citations = [{ source_id: team.sourceId, qa_ids: [team.pair.qaId] }];
    return { ...nothing, answer: teamWords(team.pair).trim(), citations, confidence: tenth(team.score) };
  }
  const page = bestPassage(sections);
  if (!page || page.coverage < threshold) return nothing;
  const citations = [{ source_id: page.passage.sourceId, qa_ids: [] }];
  return { ...nothing, answer: quoteOf(page.passage), citations, confidence: tenth(page.coverage) };
}

const tenth = (share: number): number => Math.round(10 * share);

const pairsOf = ({ id, text }: PromptSection) =>
  parseTopic(text).pairs.map((pair) => ({ sourceId: id ?? '', pair }));

/** The newest of the pairs that fit about equally well, because the team's later answers replace earlier ones. */
function bestPair<One extends ReturnType<typeof pairsOf>[number]>(
  pairs: readonly One[],
  scoreOf: (pair: One['pair']) => number,
) {
  const fitting = pairs
    .map((one) => ({ ...one, score: scoreOf(one.pair) }))
    .filter(({ score, pair }) => score >= alike && teamWords(pair).trim() !== '');
  const best = Math.max(0, ...fitting.map(({ score }) => score));
  return fitting
    .filter(({ score }) => score >= best - equallyAlike)
    .toSorted((a, b) => compareQaIds(b.pair.qaId, a.pair.qaId))[0];
}

/** The passage of the documents that contains most of the question, however little that is; null if none has two of its words. */
export function bestPassage(
  sections: readonly PromptSection[],
): { readonly passage: Passage; readonly coverage: number } | null {
  const sources = sections.filter(({ name }) => name === 'source');
  const asked = detectLanguage(sectionText(sections, 'question'));
  const passages = sources
    .filter(({ id, text }) => !isTeamSource(id ?? '') && !isOfOther(asked, text))
    .flatMap(({ id, text }) => passagesOf(id ?? '', text));
  const documents = sources.map(({ id, text }) => bagOf(`${plainId(id ?? '')}\n${text}`));
  const corpus = corpusOf(
    passages.map(({ bag }) => bag),
    documents,
  );
  const query = weigh(questionWords(sections), corpus);
  const heaviest = Math.max(...query.map(({ weight }) => weight));
  const ranked = passages
    .map((passage) => {
      const found = match(query, passage.bag, corpus);
      const named = match(query, passage.headingBag, corpus);
      // A page's subject is in every one of its passages. Any other single word must be what the passage is about.
      const isNamed = found.heaviest >= heaviest / 2 && named.words >= found.words;
      const isMatch = found.words >= 2 || (found.words > 0 && isNamed);
      const { coverage, fit } = found;
      return { passage, coverage, isMatch, score: coverage + 0.4 * fit + 0.3 * named.coverage };
    })
    .filter(({ isMatch }) => isMatch);
  return ranked.toSorted((a, b) => b.score - a.score)[0] ?? null;
}

/** Enough of a document to detect its language. */
const beginningChars = 3_000;

/** Whether a document is in another language, which the asker may not read. An undetected language counts as the same. */
function isOfOther(asked: string, text: string): boolean {
  const written = detectLanguage(text.slice(0, beginningChars));
  return asked !== undetermined && written !== undetermined && asked !== written;
}
