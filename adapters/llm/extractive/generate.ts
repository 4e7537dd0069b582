import type { Decision } from '../../../domain/decisions.ts';
import type { Section } from '../../../domain/prompt-sections.ts';
import { parseTopic } from '../../../domain/qa-blocks.ts';
import { compareQaIds } from '../../../domain/qa-id.ts';
import { tellsWhatIsAsked } from './aspects.ts';
import { blocksOf } from './blocks.ts';
import { closest } from './closest.ts';
import { bagOf, corpusOf, match, weigh, type Corpus, type Match, type QueryTerm } from './matching.ts';
import { alike, type KnownPair, knownPair, likeness, turnsText } from './pairs.ts';
import { passagesOf, plainId, type Passage } from './passages.ts';
import { holdsQuestion } from './question-line.ts';
import { questionWords, textOf, withoutMentions } from './question.ts';
import { quote } from './quote.ts';
import type { Word } from './words.ts';

export const leadIns = { documents: 'From the documentation:', team: 'From the team:' } as const;

/** Fixed on the questions about undici's documentation (`bench/data`), where it gave no false answer. */
export const documentThreshold = 0.68;

/** A passage that holds so much is preferred to a team's pair that is no more than alike. */
const certain = { passage: 0.95, pair: 0.6 } as const;

/** Fewer passages do not tell which words are everywhere. */
const fewPassages = 10;

/** What the team said is given whole up to this length. */
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

/** An answer as sure as the part of the question that was found. */
const answered = (found: Pick<Generation, 'answer' | 'citations'>, share: number): Generation => ({
  ...nothing,
  ...found,
  confidence: Math.round(10 * Math.min(1, share)),
});

/** Quotes the passage or the team's pair that holds enough of the question; answers null when none does. */
export function generate(sections: readonly Section[]): Generation {
  const words = questionWords(sections);
  const sources = sections.filter(({ name }) => name === 'source');
  const passages = sources
    .filter(({ id }) => !isTeam(id))
    .flatMap(({ id, text }) => passagesOf(id ?? '', text));
  const pairs = sources.filter(({ id }) => isTeam(id)).flatMap(({ id, text }) => pairsOf(id ?? '', text));
  const documents = sources.map(({ id, text }) => bagOf(`${plainId(id ?? '')}\n${text}`));
  const bags = [...passages, ...pairs].map(({ bag }) => bag);
  const corpus = corpusOf(bags, documents);
  const query = weigh(words, corpus);
  if (query.length === 0) return nothing;
  const question = withoutMentions(textOf(sections, 'question'));
  const bySearch = sources.some(({ by }) => by === 'search');
  const page = bestPassage({ question, query, bySearch }, passages, corpus);
  const told = pairs.filter(({ pair }) => tellsWhatIsAsked(question, pair));
  const team = bestPair(words, told, passages);
  const pageIsSurer = page && page.found.coverage >= certain.passage && (team?.score ?? 0) < certain.pair;
  if (team && !pageIsSurer) return fromTeam(query, team);
  return page ? fromDocument(query, page) : nothing;
}

const isTeam = (id: string | null): boolean => id?.startsWith('team:') ?? false;

const pairsOf = (sourceId: string, text: string): readonly TeamPair[] =>
  parseTopic(text).pairs.map((pair) => ({ sourceId, ...knownPair(pair) }));

/** The passage that says most of what is asked, if it is the answer to that very question or says enough of it. */
function bestPassage({ question, query, bySearch }: Search, passages: readonly Passage[], corpus: Corpus) {
  const heaviest = Math.max(...query.map(({ weight }) => weight));
  const needed = neededEvidence(passages.length);
  const isEnough = (passage: Passage): boolean => {
    const { coverage, evidence } = closest(query, passage, corpus);
    return coverage >= documentThreshold && evidence >= needed;
  };
  // A page's own subject is in every passage of it, and finding nothing else is finding nothing; any other single word has to be
  // what the passage is about.
  const isNamed = (passage: Passage, found: Match): boolean =>
    found.heaviest >= heaviest / 2 && match(query, passage.headingBag, corpus).words >= found.words;
  const ranked = passages
    .map((passage) => ({ passage, found: match(query, passage.bag, corpus) }))
    .filter(({ found }) => found.coverage >= documentThreshold)
    .filter(({ passage, found }) => found.words >= 2 || isNamed(passage, found))
    .map((candidate) => ({ ...candidate, isAsked: holdsQuestion(question, candidate.passage) }))
    .filter(({ passage, isAsked }) => isAsked || !bySearch || isEnough(passage))
    .map((candidate) => ({ ...candidate, score: rank(query, candidate, corpus) }));
  return ranked.toSorted((a, b) => b.score - a.score)[0] ?? null;
}

interface Search {
  readonly question: string;
  readonly query: readonly QueryTerm[];
  /** The passages are of the sources that a search of a large index found, and so all hold words of the question. */
  readonly bySearch: boolean;
}

/**
 * How many words of a question have to stand close together: of so many passages that have been looked for by these words, some
 * hold two of them by chance. Three among a hundred. Fixed on the FAQs of Python and Git (`npm run bench -- quality`).
 */
const neededEvidence = (passages: number): number => 1 + Math.log10(passages);

/** The very question first, then coverage; then how often the words come, and whether the headings name them. */
const rank = (
  query: readonly QueryTerm[],
  {
    passage,
    found,
    isAsked,
  }: { readonly passage: Passage; readonly found: Match; readonly isAsked: boolean },
  corpus: Corpus,
): number =>
  (isAsked ? 2 : 0) +
  found.coverage +
  0.4 * found.fit +
  0.3 * match(query, passage.headingBag, corpus).coverage;

/** Of pairs that fit about as well, the newest: what the team says later replaces what it said before. */
function bestPair(words: readonly Word[], pairs: readonly TeamPair[], passages: readonly Passage[]) {
  const around = passages.length < fewPassages ? null : corpusOf(passages.map(({ bag }) => bag));
  const fitting = pairs
    .map((pair) => ({ pair, score: likeness(words, pair, around) }))
    .filter(({ score }) => score >= alike);
  const best = Math.max(0, ...fitting.map(({ score }) => score));
  const newestFirst = fitting
    .filter(({ score }) => score >= best - 0.15)
    .toSorted((a, b) => compareQaIds(b.pair.pair.qaId, a.pair.pair.qaId));
  return newestFirst[0] ?? null;
}

function fromDocument(
  query: readonly QueryTerm[],
  { passage, found }: { readonly passage: Passage; readonly found: Match },
): Generation {
  const { sourceId, document, blocks } = passage;
  const text = quote(query, document, blocks);
  if (text === '') return nothing;
  const citations = [{ source_id: sourceId, qa_ids: [] }];
  return answered({ answer: `${leadIns.documents}\n\n${text}`, citations }, found.coverage);
}

function fromTeam(
  query: readonly QueryTerm[],
  { pair: { sourceId, pair }, score }: { readonly pair: TeamPair; readonly score: number },
): Generation {
  const said = turnsText(pair, 'Team').trim();
  const text = said.length <= wholeAnswerChars ? said : quote(query, said, blocksOf(said));
  if (text === '') return nothing;
  const citations = [{ source_id: sourceId, qa_ids: [pair.qaId] }];
  return answered({ answer: `${leadIns.team}\n\n${text}`, citations }, score);
}
