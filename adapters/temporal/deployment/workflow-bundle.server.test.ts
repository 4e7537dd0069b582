import { cp, mkdir, mkdtemp, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadWorkflowBundle } from './workflow-bundle.ts';

let dir: string;
let bundled: number;

const log = pino(
  { level: 'info' },
  {
    write: (line: string) => {
      if (JSON.parse(line).event === 'temporal.workflows_bundled') bundled += 1;
    },
  },
);

/** A checkout of its own, with a workflow, a domain file that it uses, and the real packages. */
beforeEach(async () => {
  bundled = 0;
  dir = await mkdtemp(join(tmpdir(), 'steward-bundle-'));
  await mkdir(join(dir, 'workflows'));
  await mkdir(join(dir, 'domain'));
  await symlink(fileURLToPath(new URL('../../../node_modules', import.meta.url)), join(dir, 'node_modules'));
  await writeFile(join(dir, 'domain/answer.ts'), 'export const answer: number = 42;\n');
  await writeFile(
    join(dir, 'workflows/index.ts'),
    "import { answer } from '../domain/answer.ts';\nexport const someWorkflow = async () => answer;\n",
  );
});

afterEach(() => rm(dir, { recursive: true, force: true }));

const loadWhole = (checkout = dir) =>
  loadWorkflowBundle({
    workflowsPath: join(checkout, 'workflows/index.ts'),
    cacheDir: join(dir, 'cache'),
    log,
  });
const load = async (checkout = dir) => (await loadWhole(checkout)).code;

test('the second start reads what the first one bundled', async () => {
  const first = await load();
  expect(await load()).toBe(first);
  expect(bundled).toBe(1);
});

test('a bundle that was cut off is made anew', async () => {
  const first = await load();
  const [own = ''] = await readdir(join(dir, 'cache/workflow-bundles'));
  await truncate(join(dir, 'cache/workflow-bundles', own), 9_999);
  for (let start = 0; start < 2; start += 1) expect(await load()).toBe(first);
  expect(bundled).toBe(2);
});

test('a change in a file that workflows import makes another bundle', async () => {
  await load();
  await writeFile(join(dir, 'domain/answer.ts'), 'export const answer: number = 4711;\n');
  expect(await load()).toContain('4711');
});

test('a change in a test or in another folder makes none', async () => {
  await load();
  await mkdir(join(dir, 'adapters'));
  await writeFile(join(dir, 'adapters/x.ts'), 'export const x = 1;\n');
  await writeFile(join(dir, 'domain/answer.test.ts'), 'export const x = 1;\n');
  await load();
  expect(bundled).toBe(1);
});

test('starts at the same time leave one whole bundle in the cache', async () => {
  const [first, second] = await Promise.all([load(), load()]);
  expect(first).toBe(second);
  expect(await readdir(join(dir, 'cache/workflow-bundles'))).toHaveLength(1);
});

test('another checkout does not get this one’s bundle', async () => {
  const other = join(dir, 'other');
  await mkdir(other);
  for (const part of ['workflows', 'domain'])
    await cp(join(dir, part), join(other, part), { recursive: true });
  await load();
  await load(other);
  expect(bundled).toBe(2);
});

test('the same sources are the same version in every checkout, and other sources another', async () => {
  const first = await loadWhole();
  const other = join(dir, 'other');
  await mkdir(other);
  for (const part of ['workflows', 'domain', 'node_modules'])
    await cp(join(dir, part), join(other, part), { recursive: true });
  expect((await loadWhole(other)).buildId).toBe(first.buildId);
  await writeFile(join(dir, 'domain/answer.ts'), 'export const answer: number = 4711;\n');
  expect((await loadWhole()).buildId).not.toBe(first.buildId);
});

test('a cache that cannot be written costs time, not the start', async () => {
  await writeFile(join(dir, 'cache'), 'a file where the folder should be');
  expect(await load()).toContain('42');
});
