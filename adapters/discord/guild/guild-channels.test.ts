import { expect, it } from 'vitest';
import { processorMilliseconds } from '../../../test/support/processor-time.ts';
import { listChannels } from './guild-channels.ts';

const seen = Array.from({ length: 50_000 }, (_, at) => ({
  id: String(900_000 + at),
  name: `channel-${at % 49_000}`,
}));

it('finds channels by id and by name, in every server that has one of the name', () => {
  const { listed, problems } = listChannels(['channel-1', '900001', 'channel-5'], seen);
  expect([...listed]).toEqual([
    ['900001', '900001'],
    ['949001', 'channel-1'],
    ['900005', 'channel-5'],
    ['949005', 'channel-5'],
  ]);
  expect(problems).toEqual([]);
});

it('finds 5,000 channels among 50,000 without holding up the process, and says of a missing one what 20 are called', () => {
  const names = [...seen.slice(2_000, 7_000).map(({ name }) => name), 'gone'];
  expect(processorMilliseconds(() => listChannels(names, seen))).toBeLessThan(2_000);
  const { listed, problems } = listChannels(names, seen);
  expect(listed.size).toBe(5_000);
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringMatching(/lists gone, .* channel-0, .*, channel-19 and 49980 more\.$/u),
  ]);
});
