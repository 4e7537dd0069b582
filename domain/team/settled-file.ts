import { isQaId } from '../values/qa-id.ts';
import { readLines, type LineProblem } from '../values/text.ts';
import { settledOutcomes, type Settled } from './qa-pair.ts';
import { topicSlug } from './topic-slug.ts';

/** A line of `settled.txt`: `qa_id`, outcome, and the topic's slug (or a failure's code), separated by tabs. */
export function formatSettled({ qaId, outcome, topic, cause }: Settled): string {
  const line = [qaId, outcome, ...[topic ?? cause ?? []].flat()].join('\t');
  if (!readLine(line))
    throw new RangeError(`A pair cannot be settled as "${outcome}" without its id and topic.`);
  return `${line}\n`;
}

/**
 * Ignores blank lines and `#` comments. The first line about an id counts, unless it failed or a later one retracts it.
 */
export function parseSettled(text: string): {
  readonly settled: readonly Settled[];
  readonly problems: readonly LineProblem[];
} {
  const settled = new Map<string, Settled>();
  const { values, problems } = readLines(text, readLine);
  for (const read of values) {
    const isOpen = [undefined, 'failed'].includes(settled.get(read.qaId)?.outcome);
    if (isOpen || read.outcome === 'retracted') settled.set(read.qaId, read);
  }
  return { settled: [...settled.values()], problems };
}

function readLine(line: string): Settled | null {
  const [qaId = '', word = '', topic = null, ...rest] = line.split(/[\t ]+/);
  const outcome = settledOutcomes.find((name) => name === word);
  if (!isQaId(qaId) || !outcome || rest.length > 0) return null;
  if (outcome === 'failed')
    return topic !== null && /^[a-z_]+$/.test(topic) ? { qaId, outcome, topic: null, cause: topic } : null;
  if (topic === null) return outcome === 'integrated' ? null : { qaId, outcome, topic };
  const takesTopic = outcome === 'integrated' || outcome === 'skipped';
  return takesTopic && topicSlug(topic) === topic ? { qaId, outcome, topic } : null;
}
