import { expect, it, onTestFinished } from 'vitest';
import { defaultExtractionLimits, openExtractionPool, type ExtractionLimits } from './extraction-pool.ts';

function openPool(over: Partial<ExtractionLimits> = {}) {
  const pool = openExtractionPool({ ...defaultExtractionLimits, ...over });
  onTestFinished(() => pool.close());
  const read = (html: string, signal?: AbortSignal) =>
    pool.extract(
      { bytes: Buffer.from(`<!doctype html>${html}`), name: null, contentType: null, baseUrl: null },
      signal,
    );
  return { pool, read };
}

const large = `<h1>Large</h1>${'<p>One <a href="/a">link</a> and <code>more</code>.</p>'.repeat(8000)}`;

it('a large page holds up nothing else in the process', async () => {
  const { read } = openPool();
  await read('<p>warm</p>');
  const before = { thread: process.threadCpuUsage(), all: process.cpuUsage() };
  expect((await read(large)).text.length).toBeGreaterThan(150_000);
  // Processor time, which a busy machine does not change as it does the time on the clock.
  expect(sum(process.threadCpuUsage(before.thread))).toBeLessThan(0.2 * sum(process.cpuUsage(before.all)));
});

const sum = ({ user, system }: NodeJS.CpuUsage) => user + system;

it('one that takes too long is given up, and the next is read', async () => {
  const { read } = openPool({ threads: 1, timeoutSeconds: 0.05 });
  await expect(read(large)).rejects.toMatchObject({ code: 'document_too_slow', kind: 'final' });
  const { read: slowRead } = openPool({ threads: 1 });
  expect((await slowRead('<p>next</p>')).text).toBe('next');
});

it('one that wants all memory is given up, and the next is read', async () => {
  const { read } = openPool({ threads: 1, heapMegabytes: 24 });
  await expect(read(large.repeat(3))).rejects.toMatchObject({ code: 'document_too_large', kind: 'final' });
  expect((await read('<p>next</p>')).text).toBe('next');
});

it('one that is nested without end is one sentence', async () => {
  const { read } = openPool();
  await expect(read('<div>'.repeat(12_000))).rejects.toMatchObject({ code: 'document_broken' });
});

it('stops when the caller does', async () => {
  const { read } = openPool();
  const stop = new AbortController();
  const reading = read(large, stop.signal);
  setTimeout(() => stop.abort(new Error('stopped')), 20);
  await expect(reading).rejects.toThrow('stopped');
});

it('many at once are all read, each with its own text', async () => {
  const { read } = openPool({ threads: 2 });
  const texts = await Promise.all(Array.from({ length: 20 }, (_, at) => read(`<p>page ${at}</p>`)));
  expect(texts.map(({ text }) => text)).toEqual(Array.from({ length: 20 }, (_, at) => `page ${at}`));
});
