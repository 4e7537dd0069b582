import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeDocx, makeZip, paragraph } from '../support/pages/make-documents.ts';
import { runSteward } from '../support/processes/run-steward.ts';
import { uniqueTaskQueue } from '../support/temporal.ts';

const manyParagraphs = '<w:p><w:r><w:t>a</w:t></w:r></w:p>'.repeat(5_000_000);

/** A ZIP of ZIPs, whose innermost file says that it has 4 GB. */
const nested = (depth: number): Uint8Array =>
  depth === 0
    ? makeZip([{ name: 'a.bin', content: Buffer.alloc(1_000_000), claimedBytes: 4_000_000_000 }])
    : makeZip([1, 2, 3, 4].map((at) => ({ name: `${at}.zip`, content: nested(depth - 1) })));

/** The resident megabytes of a process and all that it has started. */
function megabytesOf(pid: number): number {
  const status = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/u.test(name)) return [];
    try {
      const text = readFileSync(`/proc/${name}/status`, 'utf8');
      const field = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'mu').exec(text)?.[1] ?? 0);
      return [{ pid: Number(name), parent: field('PPid'), megabytes: field('VmRSS') / 1024 }];
    } catch {
      return [];
    }
  });
  const sum = (of: number): number =>
    status.reduce((total, one) => total + (one.parent === of ? one.megabytes + sum(one.pid) : 0), 0);
  return sum(pid) + (status.find((one) => one.pid === pid)?.megabytes ?? 0);
}

it('documents that unpack to gigabytes cost less than 2 GB of memory, are named, and the others are indexed', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'steward-bombs-'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  await writeFile(
    join(cwd, 'config.yaml'),
    `temporal: { task_queue: ${uniqueTaskQueue()} }\nai_response: { llm: { model: extractive } }\nkb: { embeddings: off }`,
  );
  const documents = join(cwd, 'data', 'knowledge-base', 'sources');
  await mkdir(documents, { recursive: true });
  await writeFile(join(documents, 'fine.md'), '# Ports\n\nSet the port in the file ports.conf.');
  await copyFile(new URL('../support/bomb.pdf', import.meta.url), join(documents, 'bomb.pdf'));
  await writeFile(join(documents, 'bomb.docx'), makeDocx(manyParagraphs));
  await writeFile(
    join(documents, 'nested.docx'),
    makeDocx(paragraph('a'), [{ name: 'a.zip', content: nested(3) }]),
  );
  await writeFile(join(documents, 'nested.zip.pdf'), nested(3));

  let peak = 0;
  const run = (...args: readonly string[]) =>
    runSteward(args, {
      cwd,
      started: ({ pid = 0 }) => {
        const sampling = setInterval(() => (peak = Math.max(peak, megabytesOf(pid))), 50);
        return () => clearInterval(sampling);
      },
    });
  const failed = async () => {
    const { out } = await run('sources', '--failed', '--json');
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { source_id: string; error: string });
    return Object.fromEntries(lines.map(({ source_id: id, error }) => [id, error]));
  };
  for (const reason of [
    'needs more than 512 MB of memory',
    'needs more than 512 MB of memory',
    'twice taken more memory',
  ]) {
    // A file is read again once it has changed.
    const now = new Date();
    for (const name of ['bomb.pdf', 'bomb.docx']) await utimes(join(documents, name), now, now);
    const { err } = await run('index');
    expect(err).not.toMatch(/heap out of memory/u);
    expect(await failed()).toEqual({
      'kb:bomb.pdf': expect.stringContaining(reason),
      'kb:bomb.docx': expect.stringContaining(reason),
      'kb:nested.zip.pdf': expect.stringContaining('a ZIP archive that is no DOCX'),
    });
  }
  expect(peak).toBeLessThan(2_000);
  expect((await run('sources')).out).toMatch(/indexed +file +kb:fine\.md/u);
  const { out } = await run('doctor', '--json');
  expect(out).toMatch(/3 documents cannot be read \(kb:bomb\.docx, kb:bomb\.pdf, kb:nested\.zip\.pdf\)/u);
});
