import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectToWork, packSteward, unpackSteward } from '../support/package.ts';

let dir = '';
let file = '';

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'steward-package-'));
  file = packSteward(dir);
});

afterAll(() => rm(dir, { recursive: true, force: true }));

it('holds what runs, and no source, test or setting of a developer', () => {
  const paths = execFileSync('tar', ['--list', '--gzip', '--file', file], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((path) => path.replace('package/', ''));
  expect(paths.filter((path) => /\.ts$|\.test\.|^dist\/(test|bench|scripts)\//u.test(path))).toEqual([]);
  expect(new Set(paths.map((path) => path.split('/')[0]))).toEqual(
    new Set(['CHANGELOG.md', 'LICENSE', 'NOTICE', 'README.md', 'bin', 'compose', 'dist', 'package.json']),
  );
});

it('is set up, checked and asked as an installed package, where Node takes no TypeScript', () =>
  expectToWork(unpackSteward(file, dir), dir));
