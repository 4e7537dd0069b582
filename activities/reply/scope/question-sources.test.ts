import { expect, it } from 'vitest';
import { configSchema } from '../../../config/schema.ts';
import { askSnapshot, httpAsker, httpKeyId } from '../../../domain/intake/ask-snapshot.ts';
import { testSources } from '../../../test/support/steps/graph-context.ts';
import { questionSources } from './question-sources.ts';

const key = 'a-key-of-the-documentation';
const origin = 'https://docs.example.com';
const config = configSchema.parse({
  http: { sources: ['app'] },
  kb: {
    sources: [
      { folder: 'app', name: 'app', group: 'app' },
      { folder: 'one', name: 'api1', group: 'api', version: '1.x' },
      { folder: 'two', name: 'api2', group: 'api', version: '2.x' },
    ],
  },
});

const index = ['kb:app/a.md', 'kb:api1/a.md', 'kb:api2/a.md'].map((id) => `${id}\nAbout it.\n`).join('\n');

async function shownTo(channelId: string, url: string | null, version?: string): Promise<string> {
  const location = { guildId: 'ask', channelId, thread: null, readableByEveryone: false };
  const page = url === null ? {} : { page: { url, title: 'Ports', version } };
  const asked = { requestId: '1', question: 'How?', now: new Date(), author: httpAsker(channelId, null) };
  const sources = await questionSources(
    {
      sources: { ...testSources, combinedIndex: async () => index },
      records: {
        channelsOfPairs: async () => new Map(),
        publishableKeys: async () => [
          { key, name: '', origins: [origin], sources: ['api'], questionsPerDay: null },
        ],
      },
      config,
      channelFor: () => null,
    },
    askSnapshot({ ...asked, location, ...page }),
  );
  return [...(await sources.combinedIndex(1)).matchAll(/^kb:\S+/gmu)].join(' ');
}

it.each([
  ['the groups of its key', httpKeyId(key), null, 'kb:api2/a.md'],
  ['the version of the page that is read', httpKeyId(key), `${origin}/api/1.x/ports.html`, 'kb:api1/a.md'],
  ['the groups of secret keys', 'http-0123456789ab', null, 'kb:app/a.md'],
  [
    'the version that the page says it is about',
    httpKeyId(key),
    `${origin}/ports.html`,
    'kb:api1/a.md',
    '1.x',
  ],
])('a question over HTTP is answered from %s', async (_, channelId, url, ids, version = '') => {
  expect(await shownTo(channelId, url, version)).toBe(ids);
});
