import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import { routedBatchOf, newSnapshot } from '../../domain/intake/snapshot.ts';
import { qaIdFromTimestamp, timestampFromDate } from '../../domain/values/qa-id.ts';
import { author, message, repliesTo } from '../../test/support/values/messages.ts';
import type { Steward } from '../../workers/wiring/open-steward.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { benchQueue } from '../support/bench-steward.ts';

/** A question and the team's answer. */
export interface Pair {
  readonly question: string;
  readonly answer: string;
}

/** A pair that a scripted provider files on the shelf of its number. */
export const numberPair = (number: number): Pair => ({
  question: `Where is number ${number}?`,
  answer: `On shelf ${number}.`,
});

/** Files a pair about a number on that number's shelf. */
export const shelfOf = (pair: string, shelves: number) => ({
  skip: false,
  topic_name: `shelf-${Number(/number (\d+)/u.exec(pair)?.[1] ?? 0) % shelves}`,
});

/** Captures a pair as a reply of the team. `at` is the number of earlier ones. */
export async function capturePair({ client, storage }: Steward, pair: Pair, at: number): Promise<void> {
  const asker = author(`asker-${at}`);
  const question = message(2 * at, { author: asker, text: pair.question });
  const answer = message(2 * at + 1, {
    author: author('maya', 'team_member'),
    text: pair.answer,
    repliesTo: repliesTo(question.id, asker),
  });
  const snapshot = newSnapshot({
    id: answer.id,
    route: 'capture',
    batch: [answer],
    history: [question],
    conversationId: `reply_${question.id}`,
  });
  await storage.records.claim({ owner: answer.id, messageIds: [answer.id], reason: '', snapshot });
  const started = await startOnce(client, startsOf(benchQueue).capture({ routed: routedBatchOf(snapshot) }));
  await waitForResult({ client, ...started });
}

/** Appends pairs to the archive, one every 40 minutes, so that it has many weeks. */
export async function appendPairs({ storage }: Steward, pairs: readonly Pair[]): Promise<void> {
  for (const [at, { question, answer }] of pairs.entries()) {
    const time = new Date(Date.UTC(2025, 0, 6) + at * 40 * 60_000);
    const timestamp = timestampFromDate(time);
    const turns = [
      { label: 'User', text: question },
      { label: 'Team', text: answer },
    ] as const;
    const ids = {
      conversationId: `thread_${at}`,
      messageIds: [`${10_000_000 + 2 * at}`, `${10_000_001 + 2 * at}`],
    };
    await storage.library.appendRaw({ qaId: qaIdFromTimestamp(timestamp), timestamp, turns, ...ids }, time);
  }
}
