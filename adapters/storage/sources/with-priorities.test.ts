import { describe, expect, it } from 'vitest';
import type { SearchHit, Sources } from '../../../domain/ports/sources.ts';
import { withPriorities } from './with-priorities.ts';

const hit = (sourceId: string, score: number): SearchHit => ({
  sourceId,
  score,
  title: sourceId,
  headings: [],
  snippet: '',
  likeness: 0,
  url: null,
});

const searching: Pick<Sources, 'search' | 'shortlist'> = {
  search: async () => [hit('kb:a.md', 3), hit('kb:new/b.md', 2.5), hit('kb:c.md', 1)],
  shortlist: async () => ({
    text: 'team:t.txt\nT.\n\nkb:a.md\nA.\n\nkb:new/b.md\nB.\n\nkb:c.md\nC.\n',
    bySearch: true,
  }),
};
const request = { query: 'q', generation: 1, limit: 3, maxTokens: 100 };
const priorityOf = (sourceId: string) => (sourceId.startsWith('kb:new/') ? 6 : 0);

describe('priorities', () => {
  it('put a source before others that fit about as well, and bring in nothing', async () => {
    const { search } = withPriorities(searching, { priorityOf, hasAny: true });
    const ids = (await search(request)).map(({ sourceId }) => sourceId);
    expect(ids).toEqual(['kb:new/b.md', 'kb:a.md', 'kb:c.md']);
  });

  it('order the documents of a shortlist, after the topics of the team', async () => {
    const { shortlist } = withPriorities(searching, { priorityOf, hasAny: true });
    expect(await shortlist(request)).toEqual({
      text: 'team:t.txt\nT.\n\nkb:new/b.md\nB.\n\nkb:a.md\nA.\n\nkb:c.md\nC.\n',
      bySearch: true,
    });
  });

  it('leave the whole index in its order', async () => {
    const whole = { text: 'kb:a.md\nA.\n\nkb:new/b.md\nB.\n\nteam:t.txt\nT.\n', bySearch: false };
    const small: typeof searching = { ...searching, shortlist: async () => whole };
    expect(await withPriorities(small, { priorityOf, hasAny: true }).shortlist(request)).toEqual(whole);
  });

  it('change nothing where the config names none', () => {
    expect(withPriorities(searching, { priorityOf, hasAny: false })).toBe(searching);
  });
});
