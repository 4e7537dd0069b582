import { describe, expect, it } from 'vitest';
import { loadConfig } from '../config/load.ts';
import { textsFor } from '../config/texts-for.ts';
import { addPair } from '../test/support/storage/add-pair.ts';
import { entry, openIn, testFolder, testNow } from '../test/support/storage/test-store.ts';
import { message } from '../test/support/values/messages.ts';
import { createInteractionHandlers } from './create-handlers.ts';
import type { HandlerDeps } from './handler.ts';

const anna = '4001';
const maya = '4003';

/** A library of pairs that Anna asked and Maya answered. */
async function asked({ pairs, most }: { readonly pairs: number; readonly most: number | null }) {
  const { library, records, erasure } = await openIn(testFolder());
  const generation = await library.liveGeneration();
  for (let at = 1; at <= pairs; at += 1) {
    const written = await library.appendRaw(entry(at), testNow);
    const origin = { link: null, correctedSourceIds: [], snapshotId: null };
    await records.savePairOrigin({ ...origin, qaId: written.qaId, authorIds: [anna, maya] });
    await addPair(library, written, { slug: 'gpu', generation });
  }
  const { config } = loadConfig({ path: null, env: {}, dotenvPath: null });
  const handlers = createInteractionHandlers({
    library,
    records,
    erasure,
    config: { ...config, kb: { ...config.kb, max_removals_per_regeneration: most } },
    texts: textsFor(config)(null).desk,
    runs: { startRefresh: () => Promise.resolve() },
    now: () => testNow,
  } as unknown as HandlerDeps);
  const forgetMe = async (id: string, { isTeam = false, confirmed = true } = {}) => {
    const actor = { id, name: id, isTeam, moderates: isTeam, moderatesServer: isTeam };
    const { location } = message(1);
    const request = { kind: 'forget_me', target: id, requestId: id, actor, location, confirmed } as const;
    return handlers.handle(request);
  };
  const left = async () => (await library.topics(generation)).flatMap((topic) => topic.pairs).length;
  return { forgetMe, left };
}

describe('`/steward forget-me`', () => {
  it('takes as many pairs as a rebuild may remove by itself', async () => {
    const { forgetMe, left } = await asked({ pairs: 2, most: 2 });
    expect((await forgetMe(anna))?.text).toMatch(/^Done/);
    expect(await left()).toBe(0);
  });

  it.each([
    { who: 'of a person with more pairs', id: anna, isTeam: false },
    { who: 'of somebody who answered for the team', id: maya, isTeam: false },
    { who: 'of a team member of now', id: '4009', isTeam: true },
  ])('$who names the command of the operator, and nothing goes', async ({ id, isTeam }) => {
    const { forgetMe, left } = await asked({ pairs: 6, most: null });
    for (const confirmed of [false, true]) {
      const answer = await forgetMe(id, { isTeam, confirmed });
      expect(answer?.text).toContain(`npx steward forget ${id}`);
      expect(answer?.buttons ?? []).toEqual([]);
    }
    expect(await left()).toBe(6);
  });
});
