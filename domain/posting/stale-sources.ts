import type { Citation, ReplyRecord } from '../reply/reply-record.ts';
import { dayOf } from './compose-reply.ts';

/** A page, or what the team has said about a topic, that answers rest on although it is old. */
export interface StaleSource extends Pick<Citation, 'sourceId' | 'title' | 'url'> {
  /** The day of its last change, like 2023-05-01; of the team's pairs, of the newest that was used. */
  readonly date: string;
  readonly answers: number;
}

/** The cited sources whose last change was before a day, those of the most answers first. What has no date is none. */
export function staleSources(
  records: readonly Pick<ReplyRecord, 'citations'>[],
  before: string,
): readonly StaleSource[] {
  const bySource = new Map<string, StaleSource>();
  for (const citation of records.flatMap(({ citations }) => citations)) {
    const { sourceId, title, url } = citation;
    const date = dayOf(citation);
    if (date === null || date >= before) continue;
    const key = `${sourceId} ${date}`;
    const answers = (bySource.get(key)?.answers ?? 0) + 1;
    bySource.set(key, { sourceId, title, url, date, answers });
  }
  return [...bySource.values()].toSorted((a, b) => b.answers - a.answers);
}
