import type { Decision } from '../../../domain/decisions.ts';
import { parseIndex } from '../../../domain/index-file.ts';
import type { Section } from '../../../domain/prompt-sections.ts';
import { bagOf, corpusOf, match, weigh } from './matching.ts';
import { plainId } from './passages.ts';
import { questionWords, textOf } from './question.ts';

const maxSelected = 5;

/** The entries that hold most of the question, best first; none when none holds a word of it. */
export function select(sections: readonly Section[]): Decision<'LLMSelectionResult'> {
  const entries = parseIndex(textOf(sections, 'index')).map(({ sourceId, description }) => ({
    sourceId,
    bag: bagOf(`${plainId(sourceId)}\n${description}`),
  }));
  const corpus = corpusOf(entries.map(({ bag }) => bag));
  const query = weigh(questionWords(sections), corpus);
  const ranked = entries
    .map(({ sourceId, bag }) => ({ sourceId, found: match(query, bag, corpus) }))
    .filter(({ found }) => found.coverage > 0)
    .map(({ sourceId, found }) => ({ sourceId, score: found.coverage + 0.5 * found.fit }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ sourceId }) => sourceId);
  // A team's topic says little of each of its pairs in the index, so the best one always comes along.
  const topic = ranked.find((sourceId) => sourceId.startsWith('team:'));
  const chosen = [...new Set([...(topic ? [topic] : []), ...ranked])].slice(0, maxSelected);
  return { selected_source_ids: ranked.filter((id) => chosen.includes(id)) };
}
