import { detectLanguage } from '../domain/language/detect-language.ts';
import { undetermined } from '../domain/language/language-codes.ts';
import type { Decision } from '../domain/models/decisions.ts';
import type { PromptSection } from '../domain/models/prompt-sections.ts';
import { parseTopic } from '../domain/team/qa-blocks.ts';
import { documentWords, sourceWords } from '../domain/posting/source-words.ts';
import { isTeamSource } from '../domain/team/topic-slug.ts';
import { compareQaIds } from '../domain/values/qa-id.ts';
import { alike, likeness, teamWords } from './pairs.ts';
import { bestPassage } from './best-passage.ts';
import { wholeQuestion, questionWords, sectionText, withoutContext } from './question.ts';
import { weigh } from './text/matching.ts';
import { passagesOf, type Passage } from './text/passages.ts';
import { countOf } from '../domain/values/text.ts';

/** Pairs whose likeness differs by less fit equally well. */
const equallyAlike = 0.1;

type Generation = Decision<'LLMGenerationResult'>;

const nothing: Generation = {
  missing: null,
  answer: null,
  citations: [],
  answer_type: 'answer',
  confidence: 0,
  tool_calls: [],
};

/** Quotes the team's pair that asks the same, or else the passage that covers enough of the question; null when neither does. */
export function answerGeneration(sections: readonly PromptSection[]): Generation {
  const wholeText = wholeQuestion(sections);
  const sources = sections.filter(({ name }) => name === 'source');
  const team = bestPair(sources.filter(({ id }) => isTeamSource(id ?? '')).flatMap(pairsOf), (pair) =>
    likeness(wholeText, pair),
  );
  if (team) {
    const citations = [{ source_id: team.sourceId, qa_ids: [team.pair.qaId] }];
    return { ...nothing, answer: teamWords(team.pair).trim(), citations, confidence: tenth(team.score) };
  }
  const passages = readablePassages(sections);
  const query = weigh(
    questionWords(sections),
    passages.map(({ bag }) => bag),
  );
  const question = withoutContext(sectionText(sections, 'question'));
  const bySearch = sources.some(({ by }) => by === 'search');
  const page = query.length === 0 ? null : bestPassage({ question, query, bySearch }, passages);
  if (!page) return nothing;
  const citations = [{ source_id: page.passage.sourceId, qa_ids: [] }];
  return { ...nothing, answer: page.passage.text, citations, confidence: tenth(page.certainty) };
}

const tenth = (share: number): number => Math.round(10 * Math.min(1, share));

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

/** The passages of a prompt's documents that the asker can read. */
function readablePassages(sections: readonly PromptSection[]): readonly Passage[] {
  const askersLanguage = detectLanguage(sectionText(sections, 'question'));
  return sections
    .filter(
      ({ name, id, text }) =>
        name === 'source' && !isTeamSource(id ?? '') && !isOfOther(askersLanguage, text),
    )
    .flatMap(({ id, text }) => passagesOf(id ?? '', documentWords({ sourceId: id ?? '', text })));
}

/** Enough of a document to detect its language. */
const beginningChars = 3_000;

/** Whether a document is in another language, which the asker may not read. An undetected language counts as the same. */
function isOfOther(askersLanguage: string, text: string): boolean {
  const written = detectLanguage(text.slice(0, beginningChars));
  return askersLanguage !== undetermined && written !== undetermined && askersLanguage !== written;
}

/** A draft is good enough when every paragraph of it is verbatim in a source. */
export function answerVerification(sections: readonly PromptSection[]): Decision<'LLMVerificationResult'> {
  const texts = sections.filter(({ name }) => name === 'source').flatMap(textsOf);
  const paragraphs = sectionText(sections, 'draft')
    .split(/\n{2,}/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const foreign = paragraphs.filter((part) => !texts.some((text) => text.includes(part)));
  const isGoodEnough = paragraphs.length > 0 && foreign.length === 0;
  const issue =
    paragraphs.length === 0
      ? 'The draft is empty.'
      : `In no source: ${countOf(foreign.length, 'paragraph')}.`;
  return { is_good_enough: isGoodEnough, issues: isGoodEnough ? [] : [issue], suggested_fix: null };
}

/** The texts of a source; of a topic what the team said, also as one text without its openings. */
const textsOf = ({ id, text }: PromptSection): readonly string[] => [
  ...sourceWords({ sourceId: id ?? '', text }),
  ...(isTeamSource(id ?? '') ? parseTopic(text).pairs.map(teamWords) : []),
];
