import { isQaId } from '../values/qa-id.ts';
import { settledOutcomes, type Settled } from './qa-pair.ts';
import { topicSlug } from './topic-slug.ts';

export interface LineProblem {
  /** Counted from 1. */
  readonly line: number;
  readonly reason: string;
}

/** A line of `settled.txt`: `qa_id`, outcome, and the topic's slug (or a failure's code), separated by tabs. */
export function formatSettled({ qaId, outcome, topic, cause }: Settled): string {
  const line = [qaId, outcome, ...[topic ?? cause ?? []].flat()].join('\t');
  if (!readLine(line))
    throw new RangeError(`A pair cannot be settled as "${outcome}" without its id and topic.`);
  return `${line}\n`;
}

/**
 * Ignores blank lines and `#` comments. The first line about an id counts, unless it failed or a later one retracts it. A
 * last line without line end may be cut off, so it is a problem and does not count.
 */
export function parseSettled(text: string): {
  readonly settled: readonly Settled[];
  readonly problems: readonly LineProblem[];
} {
  const settled = new Map<string, Settled>();
  const problems: LineProblem[] = [];
  const lines = text.replace(/^\u{FEFF}/u, '').split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const read = index === lines.length - 1 ? null : readLine(line);
    if (!read) {
      const reason =
        index === lines.length - 1
          ? 'The last line has no line end, so it may be cut off and does not count.'
          : 'The line is not "qa_id, outcome, topic" and does not count.';
      problems.push({ line: index + 1, reason });
    } else if (
      [undefined, 'failed'].includes(settled.get(read.qaId)?.outcome) ||
      read.outcome === 'retracted'
    )
      settled.set(read.qaId, read);
  }
  return { settled: [...settled.values()], problems };
}

function readLine(line: string): Settled | null {
  const [qaId = '', word = '', topic = null, ...rest] = line.trim().split(/[\t ]+/);
  const outcome = settledOutcomes.find((known) => known === word);
  if (!isQaId(qaId) || !outcome || rest.length > 0) return null;
  if (outcome === 'failed')
    return topic !== null && /^[a-z_]+$/.test(topic) ? { qaId, outcome, topic: null, cause: topic } : null;
  if (topic === null) return outcome === 'integrated' ? null : { qaId, outcome, topic };
  const takesTopic = outcome === 'integrated' || outcome === 'skipped';
  return takesTopic && topicSlug(topic) === topic ? { qaId, outcome, topic } : null;
}
