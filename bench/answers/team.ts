import { nearestPages } from '../../activities/reply/plan-post.ts';
import type { Model } from '../../domain/ports/model.ts';
import { teamSourceId } from '../../domain/team/topic-slug.ts';
import { qaIdFromTimestamp } from '../../domain/values/qa-id.ts';
import { firstOf } from '../../test/support/storage/add-pair.ts';
import { openQualityKnowledge } from '../quality/quality-knowledge.ts';
import { readJsonLines } from '../support/read-data.ts';
import { openSearchKnowledge } from '../search/search-knowledge.ts';

/** A pair of the team, its question in other words, and a similar question that the answer does not answer. */
interface NearMiss {
  readonly asked: string;
  readonly answer: string;
  readonly reworded: string;
  readonly near: string;
}

/** Pages that a member who asks directly is shown. */
const shown = 3;

/** Learns all pairs, asks, and counts. A pair is offered if its topic is among the nearest pages. */
export async function measureTeam(model: Model) {
  const cases = readJsonLines('bench/data/team-near-misses.jsonl') as readonly NearMiss[];
  const knowledge = await openQualityKnowledge(model, new Map());
  for (const { asked, answer } of cases) await knowledge.learn(asked, answer);
  await using offers = await openOffers(cases);
  const counts = { pairs: cases.length, answered: 0, answeredOrOffered: 0, nearMisses: 0 };
  for (const [at, { answer, reworded, near }] of cases.entries()) {
    const said = await knowledge.ask(reworded);
    const isAnswered = said.answer?.endsWith(answer) ?? false;
    if (isAnswered) counts.answered += 1;
    if (isAnswered || (said.answer === null && (await offers.isOffered(reworded, at))))
      counts.answeredOrOffered += 1;
    if ((await knowledge.ask(near)).answer !== null) counts.nearMisses += 1;
  }
  return counts;
}

async function openOffers(cases: readonly NearMiss[]) {
  const { storage, ...opened } = await openSearchKnowledge();
  const slugOf = (at: number) => `topic-${at}`;
  for (const [at, { asked, answer }] of cases.entries()) {
    const timestamp = `2026-02-01T03:00:${String(at).padStart(2, '0')}Z`;
    const turns = [
      { label: 'User', text: asked },
      { label: 'Team', text: answer },
    ] as const;
    await storage.library.insert(
      firstOf(slugOf(at), { qaId: qaIdFromTimestamp(timestamp), timestamp, turns }),
    );
  }
  return {
    async isOffered(question: string, at: number) {
      const nearest = await nearestPages({ sources: storage.sources }, { question, generation: 1 });
      return nearest.slice(0, shown).some(({ sourceId }) => sourceId === teamSourceId(slugOf(at)));
    },
    [Symbol.asyncDispose]: opened[Symbol.asyncDispose],
  };
}
