import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nearestPages } from '../../activities/reply/nearest-pages.ts';
import type { Model } from '../../domain/ports/model.ts';
import { teamSourceId } from '../../domain/team/topic-slug.ts';
import { qaIdFromTimestamp } from '../../domain/values/qa-id.ts';
import { firstOf } from '../../test/support/storage/add-pair.ts';
import { openQualityKnowledge } from '../quality/quality-knowledge.ts';
import { sectionsOf } from '../../domain/documents/sections.ts';
import { readJsonLines } from '../quality/quality-measure.ts';
import { documentation } from './documentations.ts';
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
  const cases = await readJsonLines<NearMiss>('bench/data/team-near-misses.jsonl');
  const knowledge = await openQualityKnowledge(model, new Map());
  for (const { asked, answer } of cases) await knowledge.learn(asked, answer);
  const offers = await openOffers(cases);
  const counts = { pairs: cases.length, answered: 0, answeredOrOffered: 0, nearMisses: 0, wrongPair: 0 };
  try {
    for (const [at, { answer, reworded, near }] of cases.entries()) {
      const said = await knowledge.ask(reworded);
      const isAnswered = said.answer?.endsWith(answer) ?? false;
      if (isAnswered) counts.answered += 1;
      else if (said.answer !== null) counts.wrongPair += 1;
      if (isAnswered || (said.answer === null && (await offers.isOffered(reworded, at))))
        counts.answeredOrOffered += 1;
      if ((await knowledge.ask(near)).answer !== null) counts.nearMisses += 1;
    }
    return counts;
  } finally {
    await offers.close();
  }
}

/** FAQs whose entries are sections under the question. */
const faqs = ['python', 'django', 'perl', 'fetchmail'] as const;
const longestAnswerChars = 600;

/**
 * How often a team that answered every other question of a FAQ seems to answer the rest, which it did not. A few
 * entries answer their neighbours, so the share is too high rather than too low.
 */
export async function measureNeighbours(model: Model) {
  const counts = { asked: 0, false: 0 };
  for (const name of faqs) {
    const entries = await faqEntries(name);
    const knowledge = await openQualityKnowledge(model, new Map());
    const ofTeam = (at: number) => at % 2 === 0;
    for (const { question, answer } of entries.filter((_, at) => ofTeam(at)))
      await knowledge.learn(question, answer);
    for (const { question } of entries.filter((_, at) => !ofTeam(at))) {
      counts.asked += 1;
      if ((await knowledge.ask(question)).answer !== null) counts.false += 1;
    }
  }
  return counts;
}

async function faqEntries(name: (typeof faqs)[number]) {
  const { pages } = await documentation(name, { pages: 3_000, questions: 0 });
  const sections = pages
    .filter(({ path }) => /faq|fetchmail/u.test(path))
    .flatMap(({ text }) => sectionsOf(text));
  const entries = sections.map(({ headings, text }) => ({
    question: (headings.at(-1) ?? '').replace(/^[A-Z]\d+\. /u, ''),
    answer: text
      .slice(text.indexOf('\n') + 1)
      .trim()
      .slice(0, longestAnswerChars),
  }));
  const asked = entries.filter(({ question, answer }) => question.endsWith('?') && answer.length > 60);
  return [...new Map(asked.map((entry) => [entry.question, entry])).values()];
}

async function openOffers(cases: readonly NearMiss[]) {
  const folder = await mkdtemp(join(tmpdir(), 'steward-offers-'));
  const { storage } = await openSearchKnowledge(folder);
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
    async close() {
      await storage.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
