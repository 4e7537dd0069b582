import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { stewardCacheDir } from '../packages/cache-dir.ts';
import { openLocalEmbeddings } from './local-embeddings.ts';
import { embeddingsDir, fileNames, hasFiles } from './model-files.ts';

function opened(dir: string, idleMilliseconds?: number) {
  const embeddings = openLocalEmbeddings(dir, idleMilliseconds === undefined ? {} : { idleMilliseconds });
  onTestFinished(() => embeddings.close());
  return embeddings;
}

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'steward-embeddings-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

it('without its files it says that they are missing, and may be asked again', async () => {
  await expect(opened(folder()).embed(['text'])).rejects.toMatchObject({
    code: 'embeddings_unavailable',
    kind: 'transient',
    message: 'The files of the embedding model are not here.',
  });
});

it('files with other bytes are refused before anything of them is loaded', async () => {
  const dir = folder();
  mkdirSync(dir, { recursive: true });
  for (const name of fileNames) writeFileSync(join(dir, name), 'something else');
  await expect(opened(dir).embed(['text'])).rejects.toMatchObject({
    code: 'embeddings_unavailable',
    kind: 'final',
    message: expect.stringContaining('not those that Steward was made for') as string,
  });
});

it('a process that does not answer is ended, and the next texts have a new one', async () => {
  const dir = folder();
  // A reader of a pipe waits as long as nobody writes.
  const paths = fileNames.map((name) => join(dir, name));
  execFileSync('/bin/sh', ['-c', 'mkfifo "$@"', 'sh', ...paths]);
  const embeddings = openLocalEmbeddings(dir, { answerMilliseconds: 1_000 });
  onTestFinished(() => embeddings.close());
  for (const text of ['one', 'two'])
    await expect(embeddings.embed([text])).rejects.toMatchObject({
      code: 'embeddings_unavailable',
      kind: 'transient',
      message: 'The process of the embedding model does not answer.',
    });
});

const real = embeddingsDir(stewardCacheDir(process.env));

// The files come with the first `steward worker`, or with `npm run bench -- answers`.
it.skipIf(!hasFiles(real))(
  `what is said in other words lies close, also after the process has ended (files of the model in ${real})`,
  async () => {
    const embeddings = opened(real, 1);
    const closeness = async (one: string, other: string) => {
      const [a, b] = await embeddings.embed([one, other]);
      return a?.reduce((sum, value, at) => sum + value * (b?.[at] ?? 0), 0) ?? 0;
    };
    const same = await closeness('How do I turn off notifications?', 'disable alerts');
    const other = await closeness('How do I turn off notifications?', 'The moon is made of cheese.');
    // Of the original model, in 32 bits: 0.69 and -0.01.
    expect(same).toBeGreaterThan(0.6);
    expect(other).toBeLessThan(0.1);
    const [vector] = await embeddings.embed(['text']);
    expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 4);
    expect(vector).toHaveLength(384);
  },
  60_000,
);
