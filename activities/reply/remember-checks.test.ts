import { expect, it, vi } from 'vitest';
import type { Pages, UrlCheck } from '../../domain/ports/pages.ts';
import { noPages } from '../../test/support/values/messages.ts';
import { rememberChecks } from './remember-checks.ts';

const url = 'https://docs.example.com/ports';
const minute = 60_000;

/** How often the web was asked, when the same link is checked at these minutes. */
async function timesAsked(found: UrlCheck, minutes: readonly number[]): Promise<number> {
  let time = 0;
  let asked = 0;
  const now = () => new Date(time);
  const check = async () => {
    asked += 1;
    return found;
  };
  const pages = rememberChecks({ pages: { ...noPages, check }, now });
  for (const at of minutes) {
    time = at * minute;
    expect(await pages.check({ url, timeoutSeconds: 1 })).toEqual(found);
  }
  return asked;
}

it.each([
  ['somewhere', { ok: true, status: 200, url: `${url}/` }],
  ['nowhere', { ok: false, status: 404, url }],
])('a link that led %s is looked at again after an hour', async (_, found) => {
  expect(await timesAsked(found, [0, 1, 59])).toBe(1);
  expect(await timesAsked(found, [0, 61])).toBe(2);
});

it('one whose host did not answer is looked at again after five minutes', async () => {
  const found = { ok: false, status: null, url };
  expect(await timesAsked(found, [0, 4])).toBe(1);
  expect(await timesAsked(found, [0, 6])).toBe(2);
});

it('a check that was cut off is not remembered', async () => {
  const found = { ok: true, status: 200, url };
  const check = vi.fn<Pages['check']>().mockRejectedValueOnce(new Error('stopped')).mockResolvedValue(found);
  const pages = rememberChecks({ pages: { ...noPages, check }, now: () => new Date(0) });
  await expect(pages.check({ url, timeoutSeconds: 1 })).rejects.toThrow('stopped');
  expect(await pages.check({ url, timeoutSeconds: 1 })).toEqual(found);
});
