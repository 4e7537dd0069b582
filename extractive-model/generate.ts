import { detectLanguage } from '../domain/language/detect-language.ts';
import { undetermined } from '../domain/language/language-codes.ts';
import type { Decision } from '../domain/models/decisions.ts';
import type { PromptSection } from '../domain/models/prompt-sections.ts';
import { parseTopic } from '../domain/team/qa-blocks.ts';
import { isTeamSource } from '../domain/team/topic-slug.ts';
import { compareQaIds } from '../domain/values/qa-id.ts';
import {
  tellsWhatIsAsked,
  alike,
  leastAlike,
  type KnownPair,
  evenly,
  held,
  knownPair,
  likeness,
  partOf,
  teamWords,
} from './pairs.ts';
import { asksOtherwise } from './asks-otherwise.ts';
import { bestPassage, surestPage, type FoundPassage } from './best-passage.ts';
import { quotedMessage, type FoundMessage } from './messages.ts';
import { textBlocksOf } from './text/blocks.ts';
import { bagOf, corpusOf, weigh, type Corpus, type QueryTerm } from './text/matching.ts';
import { passagesOf, plainId } from './text/passages.ts';
import { questionWords, sectionText, withoutContext } from './question.ts';
import { quote } from './text/quote.ts';
import type { Word } from './text/words.ts';

/** A passage with this coverage is preferred to a team's pair with a lower score than this. */
const certain = { passage: 0.95, pair: 0.6 } as const;

/** Fewer passages and pairs do not show which words are common. */
const fewTexts = 10;

/** Answers by the team up to this length are quoted whole. */
const wholeAnswerChars = 600;

interface TeamPair extends KnownPair {
  readonly sourceId: string;
}

type Generation = Decision<'LLMGenerationResult'>;

const nothing: Generation = {
  answer: null,
  citations: [],
  answer_type: 'answer',
  confidence: 0,
  tool_calls: [],
};

/** An answer with a confidence that is ten times the share, at most 10. */
const answered = (found: Pick<Generation, 'answer' | 'citations'>, share: number): Generation => ({
  ...nothing,
  ...found,
  confidence: Math.round(10 * Math.min(1, share)),
});

/** Quotes the passage or the team's pair that covers enough of the question; the answer is null when none does. */
export function answerGeneration(sections: readonly PromptSection[]): Generation {
  const { words, sources, passages, pairs, bags, corpus, query } = readSources(sections);
  if (query.length === 0) return nothing;
  const question = withoutContext(sectionText(sections, 'question'));
  const bySearch = sources.some(({ by }) => by === 'search');
  const page = bestPassage({ question, query, bySearch }, passages, corpus);
  const told = pairs.filter((one) => tellsWhatIsAsked(question, one.pair) && !asksOtherwise(question, one));
  const team = bestPair(words, told, bags.length < fewTexts ? null : corpusOf(bags));
  const pageIsSurer = page && page.found.coverage >= certain.passage && (team?.score ?? 0) < certain.pair;
  if (team && !pageIsSurer) return fromTeam(query, team);
  const message = quotedMessage(question, sources);
  if (message) return fromMessage(message);
  return page ? fromDocument(query, page) : nothing;
}

/** For measuring: the page among a search's documents that most likely answers, however unlikely that is. */
export const likeliestPage = (sections: readonly PromptSection[]) => surestPage(readSources(sections));

/** The passages and pairs of a prompt, and the weights of its question's words among them. */
function readSources(sections: readonly PromptSection[]) {
  const words = questionWords(sections);
  const sources = sections.filter(({ name }) => name === 'source');
  const asked = detectLanguage(sectionText(sections, 'question'));
  const passages = sources
    .filter(({ id, text }) => !isTeamSource(id ?? '') && !isOfOther(asked, text))
    .flatMap(({ id, text }) => passagesOf(id ?? '', text));
  const pairs = sources
    .filter(({ id }) => isTeamSource(id ?? ''))
    .flatMap(({ id, text }) => pairsOf(id ?? '', text));
  const documents = sources.map(({ id, text }) => bagOf(`${plainId(id ?? '')}\n${text}`));
  const bags = [...passages, ...pairs].map(({ bag }) => bag);
  const corpus = corpusOf(bags, documents);
  return { words, sources, passages, pairs, bags, corpus, query: weigh(words, corpus) };
}

/** Enough of a document to detect its language. */
const beginningChars = 3_000;

/** Whether a document is in another language, which the asker may not read. An undetected language counts as the same. */
function isOfOther(asked: string, text: string): boolean {
  const written = detectLanguage(text.slice(0, beginningChars));
  return asked !== undetermined && written !== undetermined && asked !== written;
}

const pairsOf = (sourceId: string, text: string): readonly TeamPair[] =>
  parseTopic(text).pairs.map((pair) => ({ sourceId, ...knownPair(pair) }));

/**
 * The newest of the pairs that fit about equally well, because the team's later answers replace earlier ones. If a pair is only
 * about a part that the question does not name, the other one is quoted, too, newer first.
 */
function bestPair(words: readonly Word[], pairs: readonly TeamPair[], around: Corpus | null) {
  const fitting = pairs
    .map((pair) => ({ pair, ...likeness(words, pair, around) }))
    .filter(({ score, least }) => score >= alike && least >= leastAlike);
  const best = Math.max(0, ...fitting.map(({ score }) => score));
  const [chosen, ...older] = fitting
    .filter(({ score }) => score >= best - 0.15)
    .toSorted((a, b) => compareQaIds(b.pair.pair.qaId, a.pair.pair.qaId));
  if (!chosen) return null;
  const isAsked = (part: readonly string[]) => words.some(({ whole }) => part.includes(whole));
  const speaksOfPart = (one: KnownPair, other: KnownPair) => {
    const part = partOf(one, other);
    return part.length > 0 && !isAsked(part);
  };
  const whole = older.find(({ pair }) => speaksOfPart(chosen.pair, pair));
  const newer = fitting.find(
    ({ pair }) =>
      compareQaIds(pair.pair.qaId, chosen.pair.pair.qaId) > 0 &&
      speaksOfPart(pair, chosen.pair) &&
      asksTheSame(pair, chosen.pair),
  );
  return { score: chosen.score, pairs: [newer, chosen, whole].flatMap((one) => one?.pair ?? []) };
}

/** Whether two pairs ask the same, apart from the part that the first one is limited to. */
function asksTheSame(one: KnownPair, other: KnownPair): boolean {
  const part = partOf(one, other);
  const rest = one.asked.filter(({ whole }) => !part.includes(whole));
  return held(evenly(rest, null), other.bag).part === 1;
}

function fromDocument(query: readonly QueryTerm[], { passage, certainty }: FoundPassage): Generation {
  const { sourceId, document, blocks } = passage;
  const text = quote(query, document, blocks);
  if (text === '') return nothing;
  const citations = [{ source_id: sourceId, qa_ids: [] }];
  return answered({ answer: text, citations }, certainty);
}

const fromMessage = ({ sourceId, text }: FoundMessage): Generation =>
  answered({ answer: text, citations: [{ source_id: sourceId, qa_ids: [] }] }, 0.9);

function fromTeam(
  query: readonly QueryTerm[],
  { pairs, score }: NonNullable<ReturnType<typeof bestPair>>,
): Generation {
  const said = pairs.map((one) => ({ ...one, text: quoteOf(query, one) }));
  const [first, ...rest] = said.filter(({ text }) => text !== '');
  if (!first) return nothing;
  const quoted = [first, ...rest];
  const citations = [...Map.groupBy(quoted, ({ sourceId }) => sourceId)].map(([source_id, own]) => ({
    source_id,
    qa_ids: own.map((one) => one.pair.qaId),
  }));
  return answered({ answer: quoted.map(({ text }) => text).join('\n\n'), citations }, score);
}

function quoteOf(query: readonly QueryTerm[], { pair }: TeamPair): string {
  const text = teamWords(pair).trim();
  return text.length <= wholeAnswerChars ? text : quote(query, text, textBlocksOf(text));
}
