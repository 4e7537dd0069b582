import { expect, it } from 'vitest';
import { testSources } from '../../test/support/steps/graph-context.ts';
import { formatTopic } from '../../domain/team/qa-blocks.ts';
import { qaIdFromTimestamp } from '../../domain/values/qa-id.ts';
import { finalError, transientError } from '../../domain/ports/errors.ts';
import type { Embeddings } from '../../domain/ports/model.ts';
import { configSchema } from '../../config/schema.ts';
import { textsFor } from '../../config/texts-for.ts';
import { channel } from '../../test/support/values/messages.ts';
import { nearestPages, nearestPair, planPost } from './plan-post.ts';

const hit = (sourceId: string, likeness: number, title = 'A page') => ({
  sourceId,
  title,
  headings: [],
  snippet: '',
  score: 1,
  likeness,
  url: null,
});

it('only pages that hold enough of a question are shown, and of the team only what holds half of it', async () => {
  const hits = [
    hit('team:calls.txt', 0.4),
    hit('kb:near.md', 0.3),
    hit('kb:far.md', 0.29),
    hit('team:port.txt', 0.5),
  ];
  const sources = { ...testSources, search: async () => hits };
  const found = await nearestPages(
    { sources },
    { question: 'What is the default port of the proxy in a container?', generation: 1 },
  );
  expect(found.map(({ sourceId }) => sourceId)).toEqual(['kb:near.md', 'team:port.txt']);
});

it.each([
  ['What is the capital of France?', 0.5, 0],
  ['What is the capital of France?', 0.51, 1],
  ['And the port?', 0.3, 1],
])('a page with one of several terms is not near: "%s" and %d', async (question, likeness, shown) => {
  const sources = { ...testSources, search: async () => [hit('kb:capital.md', likeness)] };
  expect(await nearestPages({ sources }, { question, generation: 1 })).toHaveLength(shown);
});

it('a page that has the name of one of several terms is near', async () => {
  const hits = [
    hit('kb:a.md', 0.3, 'Redaction'),
    hit('kb:b.md', 0.24, 'Redact'),
    hit('kb:c.md', 0.3, 'Logs of a day'),
  ];
  const sources = { ...testSources, search: async () => hits };
  const question = 'How do I redact passwords in the output?';
  const found = await nearestPages({ sources }, { question, generation: 1 });
  expect(found.map(({ sourceId }) => sourceId)).toEqual(['kb:a.md']);
});

it.each([
  ['everyone can read', 'https://discord.com/channels/1/2/3'],
  ['not everyone can read', null],
])(
  'of a topic, the pair nearest to a question is named in the words of the team, and linked where %s what was said',
  async (_, link) => {
    const pair = (minute: number, asked: string) => {
      const timestamp = `2026-02-01T03:0${minute}:00Z`;
      const turns = [
        { label: 'User', text: asked },
        { label: 'Team', text: 'Under Settings, Members.' },
      ] as const;
      return { qaId: qaIdFromTimestamp(timestamp), timestamp, turns };
    };
    const [rename, invite] = [pair(1, 'how do I rename a board?'), pair(2, 'how do I invite a colleague?')];
    const text = formatTopic([rename, invite]);
    const topic = { sourceId: 'team:a.txt', title: 'a', text, url: null, contentHash: '' };
    const sources = { ...testSources, load: async () => topic };
    const asked: string[] = [];
    const pairOrigin = async (qaId: string) => {
      asked.push(qaId);
      return { qaId: invite.qaId, link, correctedSourceIds: [], authorIds: null, snapshotId: null };
    };
    const found = { ...hit('team:a.txt', 0.6), title: 'a' };
    const deps = { sources, records: { pairOrigin } } as unknown as Parameters<typeof nearestPair>[0];
    const question = { question: 'how do I remove a colleague?', generation: 1 };
    expect(await nearestPair(deps, found, question)).toEqual(
      link === null ? found : { ...found, title: 'Under Settings, Members.', url: link },
    );
    expect(asked).toEqual([invite.qaId]);
    expect(await nearestPair(deps, hit('kb:a.md', 0.6), question)).toEqual(hit('kb:a.md', 0.6));
  },
);

async function planned({
  reason,
  askedDirectly = false,
  asksNothing = false,
  embeddings = null,
  ...over
}: Partial<typeof testSources> & {
  readonly reason: string;
  readonly askedDirectly?: boolean;
  readonly asksNothing?: boolean;
  readonly embeddings?: Pick<Embeddings, 'name' | 'embed'> | null;
}) {
  const sources = { ...testSources, ...over };
  const deps = { sources, embeddings, channelFor: () => null, textsFor: textsFor(configSchema.parse({})) };
  const debug = { reason, written: 'Which port?', translatedQuestion: null, language: 'eng', asksNothing };
  const given = {
    snapshot: { location: channel(), askedDirectly, batch: [], history: [] },
    result: { should_reply: false, reply_text: null, citations: [], debug },
    generation: 1,
    modelCalls: [],
  };
  const [planDeps, asked] = [deps, given] as unknown as Parameters<typeof planPost>;
  return planPost(planDeps, asked);
}

it.each([
  ['not_covered', [{ sourceId: 'kb:near.md', title: 'A page', url: null }]],
  ['not_a_question', undefined],
] as const)(
  'of what is met with silence (%s), the nearest pages are kept for its gap',
  async (reason, nearest) => {
    const search = async () => [hit('kb:near.md', 0.6)];
    expect(await planned({ reason, search })).toEqual({ post: null, nearest });
  },
);

it('who asks nothing is asked to say more, and not told that nothing was found', async () => {
  const remark = { reason: 'no_source_selected', search: async () => [], askedDirectly: true } as const;
  const partsOf = async (asksNothing: boolean) => (await planned({ ...remark, asksNothing })).post?.parts;
  const { say_more: more, not_covered: unknown } = textsFor(configSchema.parse({}))('eng');
  expect([await partsOf(true), await partsOf(false)]).toEqual([[more], [unknown]]);
});

it('of what nothing covers, the vector is kept for its gap, if the embeddings are there', async () => {
  const vectorWith = async (embed: Embeddings['embed']) =>
    (await planned({ reason: 'not_covered', search: async () => [], embeddings: { name: 'm', embed } }))
      .vector;
  expect(await vectorWith(async () => [new Float32Array([0.6, -0.8])])).toEqual({
    model: 'm',
    values: [600, -800],
  });
  const away = async () => {
    throw transientError('embeddings_unavailable', 'They are away.');
  };
  expect(await vectorWith(away)).toBeUndefined();
});

it.each(['source_unknown', 'source_gone'] as const)(
  'a topic that was retracted after the search (%s) is left out, and the other pages are shown',
  async (code) => {
    const { nearest } = await planned({
      reason: 'not_covered',
      askedDirectly: true,
      search: async () => [hit('team:gone.txt', 0.9), hit('kb:near.md', 0.6)],
      load: async () => {
        throw finalError(code, 'It is gone.');
      },
    });
    expect(nearest).toEqual([{ sourceId: 'kb:near.md', title: 'A page', url: null }]);
  },
);
