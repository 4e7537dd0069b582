import { expect, it } from 'vitest';
import { configSchema } from '../../config/schema.ts';
import { textsFor } from '../../config/texts-for.ts';
import type { AIResult } from '../../domain/reply/ai-result.ts';
import { qaIdFromTimestamp } from '../../domain/values/qa-id.ts';
import { newSnapshot } from '../../domain/intake/snapshot.ts';
import { message } from '../../test/support/values/messages.ts';
import type { ReplyDeps } from '../deps.ts';
import { planPost } from './plan-post.ts';

const qaId = qaIdFromTimestamp('2026-02-01T00:00:00.000000Z');

/** What members read of an answer from a pair that a page of `internal` contradicts, in a channel of these groups. */
async function postIn(groups: readonly string[] | null): Promise<string> {
  const sources = ['app', 'internal'].map((name) => ({ folder: `/${name}`, name, group: name }));
  const config = configSchema.parse({ kb: { sources } });
  const page = {
    sourceId: 'kb:internal/plan.md',
    hash: '1',
    title: 'Secret plan',
    url: null,
    statement: 'The port is 6666.',
    date: '2026-02-02T00:00:00Z',
  };
  const deps = {
    config,
    channelFor: () => ({ sources: groups, reply_style: 'thread' }),
    textsFor: textsFor(config),
    sources: { load: async (sourceId: string) => ({ ...page, sourceId, text: '' }) },
    records: {
      pairComparisons: async () => new Map([[qaId, { qaId, verdict: 'contradicts', page, keptHash: null }]]),
      publishableKeys: async () => [],
      channelsOfPairs: async () => new Map(),
    },
  } as unknown as ReplyDeps;
  const citations = [{ sourceId: 'team:ports.txt', title: 'Ports', url: null, qaIds: [qaId] }];
  const result = {
    should_reply: true,
    reply_text: 'The port is 8080.',
    citations,
    debug: { reason: 'answered', written: 'Which port?', language: null },
  } as unknown as AIResult;
  const { post } = await planPost(deps, {
    snapshot: newSnapshot({ id: '1', route: 'reply', batch: [message(1)], conversationId: 'reply_1' }),
    result,
    generation: 1,
    modelCalls: [],
  });
  return post?.parts.join('\n') ?? '';
}

it('an answer names a page that contradicts it and what it says, but none of another group', async () => {
  expect(await postIn(null)).toContain('Secret plan (2026-02-02) “The port is 6666.”');
  expect(await postIn(['internal'])).toContain('Secret plan');
  expect(await postIn(['app'])).not.toContain('Secret plan');
});
