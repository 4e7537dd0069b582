import type { Decision } from '../domain/models/decisions.ts';
import { type IndexEntry, parseIndex } from '../domain/documents/index-file.ts';
import type { PromptSection } from '../domain/models/prompt-sections.ts';
import { isTeamSource } from '../domain/team/topic-slug.ts';
import { bagOf, corpusOf, match, weigh } from './text/matching.ts';
import { plainId } from './text/passages.ts';
import { questionWords, sectionText } from './question.ts';
import type { Word } from './text/words.ts';

const maxSelected = 5;

/** Topics of the team before the documents of a search have their places. */
const maxTopics = 2;

/** The sources that fit a question best, at most five, the best first. */
export function answerSelection(sections: readonly PromptSection[]): Decision<'LLMSelectionResult'> {
  const entries = parseIndex(sectionText(sections, 'index'));
  const isSearched = sections.some(({ name, by }) => name === 'index' && by === 'search');
  const chosen = isSearched ? asFound(entries) : byDescription(entries, questionWords(sections));
  return { selected_source_ids: [...chosen] };
}

/** What a search over whole pages found says more than a few words of description do. */
function asFound(entries: readonly IndexEntry[]): readonly string[] {
  const topics = entries.filter(isTopic);
  const documents = entries.filter((entry) => !isTopic(entry));
  const inOrder = [...topics.slice(0, maxTopics), ...documents, ...topics.slice(maxTopics)];
  return inOrder.slice(0, maxSelected).map(({ sourceId }) => sourceId);
}

/** Those that hold most of the question; none when none holds a word of it. */
function byDescription(entries: readonly IndexEntry[], question: readonly Word[]): readonly string[] {
  const described = entries.map((entry) => ({
    ...entry,
    bag: bagOf(`${plainId(entry.sourceId)}\n${entry.description}`),
  }));
  const corpus = corpusOf(described.map(({ bag }) => bag));
  const query = weigh(question, corpus);
  const ranked = described
    .map((entry) => ({ ...entry, found: match(query, entry.bag, corpus) }))
    .filter(({ found }) => found.coverage > 0)
    .map((entry) => ({ ...entry, score: entry.found.coverage + 0.5 * entry.found.fit }))
    .toSorted((a, b) => b.score - a.score);
  // A team's topic says little of each of its pairs in the index, so the best one always comes along.
  const topic = ranked.find(isTopic);
  const chosen = new Set([...(topic ? [topic] : []), ...ranked].slice(0, maxSelected));
  return ranked.filter((entry) => chosen.has(entry)).map(({ sourceId }) => sourceId);
}

const isTopic = ({ sourceId }: IndexEntry): boolean => isTeamSource(sourceId);
