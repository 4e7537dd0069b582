import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { defaultExtractionLimits, openExtractionPool, type ExtractionLimits } from './extraction-pool.ts';

function openPool(over: Partial<ExtractionLimits> = {}, attemptsDir: string | null = null) {
  const pool = openExtractionPool({ ...defaultExtractionLimits, ...over }, attemptsDir);
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
  const before = { cpu: process.cpuUsage(), at: performance.now() };
  expect((await read(large)).text.length).toBeGreaterThan(150_000);
  const { user, system } = process.cpuUsage(before.cpu);
  expect((user + system) / 1000).toBeLessThan(0.3 * (performance.now() - before.at));
});

it('one that takes too long is given up, and the next is read', async () => {
  const { read } = openPool({ processes: 1, timeoutSeconds: 0.05 });
  await expect(read(large)).rejects.toMatchObject({ code: 'document_too_slow', kind: 'final' });
  const { read: slowRead } = openPool({ processes: 1 });
  expect((await slowRead('<p>next</p>')).text).toBe('next');
});

it('one that wants all memory is given up, and the next is read', async () => {
  const { read } = openPool({ processes: 1, megabytes: 140 });
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
  const { read } = openPool({ processes: 2 });
  const texts = await Promise.all(Array.from({ length: 20 }, (_, at) => read(`<p>page ${at}</p>`)));
  expect(texts.map(({ text }) => text)).toEqual(Array.from({ length: 20 }, (_, at) => `page ${at}`));
});

const bomb = readFileSync(new URL('../../../test/support/bomb.pdf', import.meta.url));
const asPdf = { bytes: bomb, name: 'manual.pdf', contentType: null, baseUrl: null };

function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'steward-test-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

it('a PDF of 4 KB that unpacks to 2 GB ends its process alone, and is set aside after two attempts', async () => {
  const attemptsDir = temporaryFolder();
  const { pool, read } = openPool({}, attemptsDir);
  const tooLarge = { code: 'document_too_large', message: 'Reading it needs more than 512 MB of memory.' };
  await expect(pool.extract(asPdf)).rejects.toMatchObject(tooLarge);
  expect((await read('<p>next</p>')).text).toBe('next');
  await expect(pool.extract(asPdf)).rejects.toMatchObject(tooLarge);
  const { pool: later, read: readLater } = openPool({}, attemptsDir);
  await expect(later.extract(asPdf)).rejects.toMatchObject({ code: 'document_set_aside', kind: 'final' });
  expect((await readLater('<p>next</p>')).text).toBe('next');
  expect(readdirSync(attemptsDir)).toHaveLength(1);
});

it('an attempt that the whole of Steward did not outlive counts', async () => {
  const attemptsDir = temporaryFolder();
  for (const { pool } of [openPool({}, attemptsDir), openPool({}, attemptsDir)]) {
    const attempt = pool.extract(asPdf);
    // As a kill would, this ends the process of the document and leaves no time to note how it went.
    await expect.poll(() => readdirSync(attemptsDir)).toHaveLength(1);
    await pool.close();
    await expect(attempt).rejects.toMatchObject({ kind: 'final' });
  }
  const { pool } = openPool({}, attemptsDir);
  await expect(pool.extract(asPdf)).rejects.toMatchObject({ code: 'document_set_aside' });
});

it('a command that has read a document and closes ends by itself, with its own code', () => {
  const pool = new URL('./extraction-pool.ts', import.meta.url).href;
  const code = `
    import { openExtractionPool, defaultExtractionLimits } from '${pool}';
    const pool = openExtractionPool(defaultExtractionLimits);
    const bytes = Buffer.from('<!doctype html><p>read</p>');
    const { text } = await pool.extract({ bytes, name: null, contentType: null, baseUrl: null });
    await pool.close();
    console.log(text);`;
  const file = join(temporaryFolder(), 'command.mjs');
  writeFileSync(file, code);
  // Throws for any other exit code.
  expect(execFileSync(process.execPath, [file], { encoding: 'utf8' })).toBe('read\n');
});
