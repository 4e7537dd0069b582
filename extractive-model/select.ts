import type { Decision } from '../domain/models/decisions.ts';
import { type IndexEntry, parseIndex } from '../domain/documents/index-file.ts';
import type { PromptSection } from '../domain/models/prompt-sections.ts';
import { isTeamSource } from '../domain/team/topic-slug.ts';
import { bagOf, coverage, weigh } from './text/matching.ts';
import { plainId } from './text/passages.ts';
import { questionWords, sectionText } from './question.ts';
import type { Word } from './text/words.ts';

const maxSelected = 5;

/** How many of the team's topics come before the documents of a search. */
const maxTopics = 2;

/** The sources that fit a question best: at most five, best first. */
export function answerSelection(sections: readonly PromptSection[]): Decision<'LLMSelectionResult'> {
  const entries = parseIndex(sectionText(sections, 'index'));
  const isSearched = sections.some(({ name, by }) => name === 'index' && by === 'search');
  const chosen = isSearched ? asFound(entries) : byDescription(entries, questionWords(sections));
  return { look_for: null, selected_source_ids: [...chosen] };
}

/** Keeps the order of a search over whole pages, which is better than one by descriptions. */
function asFound(entries: readonly IndexEntry[]): readonly string[] {
  const topics = entries.filter(isTopic);
  const documents = entries.filter((entry) => !isTopic(entry));
  const inOrder = [...topics.slice(0, maxTopics), ...documents, ...topics.slice(maxTopics)];
  return inOrder.slice(0, maxSelected).map(({ sourceId }) => sourceId);
}

/** The sources whose descriptions contain most of the question; none if none contains a word of it. */
function byDescription(entries: readonly IndexEntry[], question: readonly Word[]): readonly string[] {
  const described = entries.map((entry) => ({
    ...entry,
    bag: bagOf(`${plainId(entry.sourceId)}\n${entry.description}`),
  }));
  const query = weigh(
    question,
    described.map(({ bag }) => bag),
  );
  const ranked = described
    .map((entry) => ({ ...entry, score: coverage(query, entry.bag) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  // The index says little about each pair of a topic, so the best topic is always included.
  const topic = ranked.find(isTopic);
  const chosen = new Set([...(topic ? [topic] : []), ...ranked].slice(0, maxSelected));
  return ranked.filter((entry) => chosen.has(entry)).map(({ sourceId }) => sourceId);
}

const isTopic = ({ sourceId }: IndexEntry): boolean => isTeamSource(sourceId);
