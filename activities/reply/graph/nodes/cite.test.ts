import { describe, expect, it } from 'vitest';
import { gateDecision, generation } from '../../../../test/support/values/decisions.ts';
import {
  startSite,
  testPages,
  type Answer,
  type TestSite,
} from '../../../../test/support/pages/test-site.ts';
import { play, yes } from '../../../../test/support/steps/play-graph.ts';
import { testConfig, testProfile, testSources } from '../../../../test/support/steps/graph-context.ts';

const page: Answer = '<!doctype html><p>Here.</p>';

/** An answer that cites two sources, whose links lead to these paths of a real site. */
async function answer(
  answers: Readonly<Record<string, Answer>>,
  {
    paths = ['/a', '/b'],
    fallback = null,
    topicPath = null,
    checked = true,
    site = null,
  }: {
    readonly paths?: readonly (string | null)[];
    readonly fallback?: string | null;
    readonly topicPath?: string | null;
    readonly checked?: boolean;
    readonly site?: TestSite | null;
  } = {},
) {
  const served = site ?? (await startSite(answers));
  const at = (path: string | null) => (path === null ? null : served.url + path);
  const urls = new Map([
    ['kb:a.md', at(paths[0] ?? null)],
    ['kb:b.md', at(paths[1] ?? null)],
  ]);
  const sources: typeof testSources = {
    ...testSources,
    load: async (...given) => ({
      ...(await testSources.load(...given)),
      url: urls.get(given[0]) ?? null,
    }),
  };
  const script = {
    ...yes,
    LLMGateDecision: gateDecision({ topic: 'ports' }),
    LLMSelectionResult: { look_for: '', selected_source_ids: ['kb:a.md', 'kb:b.md'] },
    LLMGenerationResult: generation({
      citations: [
        { source_id: 'kb:a.md', qa_ids: [] },
        { source_id: 'kb:b.md', qa_ids: [] },
      ],
    }),
  };
  const { result, entered } = play(script, {
    sources,
    pages: testPages([served]),
    projectProfile: { ...testProfile, fallback_url: at(fallback) },
    config: testConfig({ topics: { ports: { topic_url: at(topicPath) } } }, { check_citations: checked }),
  });
  const { citations, reply_text, should_reply } = await result;
  const links = citations.map(({ url }) => url?.slice(served.url.length) ?? null);
  return { links, reply_text, should_reply, entered, seen: served.seen };
}

describe('the links under an answer', () => {
  it('are checked last, and stay when they lead somewhere', async () => {
    const { links, entered } = await answer({ '/a': page, '/b': page });
    expect(links).toEqual(['/a', '/b']);
    expect(entered.at(-1)).toBe('cite');
  });

  it('go when they lead nowhere, and the answer stays as it is', async () => {
    const { links, reply_text, should_reply } = await answer({ '/b': page });
    expect(links).toEqual([null, '/b']);
    expect({ reply_text, should_reply }).toEqual({ reply_text: 'Set the port.', should_reply: true });
  });

  it("become the topic's page when none is left, then the profile's, then none", async () => {
    const fallbacks = { topicPath: '/topic', fallback: '/fallback' };
    expect((await answer({ '/topic': page, '/fallback': page }, fallbacks)).links).toEqual(['/topic', null]);
    expect((await answer({ '/fallback': page }, fallbacks)).links).toEqual(['/fallback', null]);
    expect(await answer({}, fallbacks)).toMatchObject({ links: [null, null], should_reply: true });
  });

  it("of a file's public address are links like any other, and a source without one asks nothing", async () => {
    const { links, seen } = await answer({ '/b': page }, { paths: [null, '/b'] });
    expect(links).toEqual([null, '/b']);
    expect(seen).toHaveLength(1);
  });

  it('are left as they are where the config says so', async () => {
    const { links, seen } = await answer({}, { checked: false });
    expect(links).toEqual(['/a', '/b']);
    expect(seen).toHaveLength(0);
  });
});
