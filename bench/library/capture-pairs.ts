import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import { routedBatchOf, newSnapshot } from '../../domain/intake/snapshot.ts';
import type { AuthorKind, Message, Location } from '../../domain/intake/message.ts';
import type { Steward } from '../../workers/wiring/open-steward.ts';
import type { CaptureResult } from '../../workflows/contract/team.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { benchQueue } from '../support/bench-steward.ts';
import type { CorpusPair } from '../corpora/chatterbot.ts';

/** Captures the pairs one after the other, as replies of the team. `from` is the number of earlier pairs. */
export async function capturePairs(steward: Steward, pairs: readonly CorpusPair[], from = 0): Promise<void> {
  for (const [at, pair] of pairs.entries()) await capture(steward, pair, from + at);
}

export async function capture({ client, storage }: Steward, pair: CorpusPair, at: number): Promise<void> {
  const question = message({ at: 2 * at, kind: 'community_user', text: pair.question, repliesTo: null });
  const repliesTo = {
    messageId: question.id,
    authorId: question.author.id,
    authorKind: 'community_user',
  } as const;
  const answer = message({ at: 2 * at + 1, kind: 'team_member', text: pair.answer, repliesTo });
  const snapshot = newSnapshot({
    id: answer.id,
    route: 'capture',
    batch: [answer],
    history: [question],
    conversationId: `reply_${question.id}`,
  });
  await storage.records.claim({ owner: answer.id, messageIds: [answer.id], reason: '', snapshot });
  const started = await startOnce(client, startsOf(benchQueue).capture({ routed: routedBatchOf(snapshot) }));
  await waitForResult<CaptureResult>({ client, ...started });
}

const location: Location = {
  guildId: '900000000000000001',
  channelId: '900000000000000002',
  thread: null,
  readableByEveryone: true,
};

function message({
  at,
  kind,
  ...said
}: {
  readonly at: number;
  readonly kind: AuthorKind;
} & Pick<Message, 'text' | 'repliesTo'>): Message {
  const id = String(1_400_000_000_000_000_000n + BigInt(at));
  return {
    id,
    location,
    author: { id: `9100${at}`, kind, name: kind },
    createdAt: new Date(Date.UTC(2026, 0, 5) + at * 60_000).toISOString(),
    editedAt: null,
    mentionsSteward: false,
    isSystem: false,
    attachments: [],
    link: `https://discord.com/channels/${location.guildId}/${location.channelId}/${id}`,
    ...said,
  };
}
