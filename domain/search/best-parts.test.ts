import { expect, it } from 'vitest';
import { rankParts } from './best-parts.ts';

it('a part whose heading the query names comes before those that hold all its other words', () => {
  const part = (heading: string, text: string) => ({ about: `Settings\n${heading}`, text });
  const parts = [
    part('`worker_class`', 'The class of workers: sync, threads, timeout.'),
    part('`worker_tmp_dir`', 'A folder for workers with a timeout, and threads.'),
    part('`workers`', 'How many there are.'),
    part('`threads`', 'Of each of the workers.'),
  ];
  const [best] = rankParts(parts)('workers');
  expect(parts[best ?? 0]?.about).toBe('Settings\n`workers`');
  expect(rankParts(parts)('threads workers timeout').slice(0, 3)).toContain(2);
});
