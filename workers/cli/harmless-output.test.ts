import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { testFolder } from '../../test/support/storage/test-store.ts';
import { createLogger } from '../wiring/logger.ts';
import { progressTo } from './progress.ts';

const hostile = 'a\u001b]0;b\u0007\u009b2J\u202ec';
// oxlint-disable-next-line no-control-regex
const dangerous = /[\u001b\u0007\u009b\u202e]/u;

it('no command passes control characters of a file, a setting or an argument on to the terminal', () => {
  const dir = testFolder();
  const run = (...args: readonly string[]) => {
    const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));
    const { stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { cwd: dir, encoding: 'utf8' });
    return `${stdout}${stderr}`;
  };
  mkdirSync(join(dir, hostile));
  const settings = { ai_response: { llm: { model: 'extractive' } }, kb: { sources_dir: hostile } };
  writeFileSync(join(dir, 'config.yaml'), JSON.stringify(settings));
  writeFileSync(join(dir, hostile, `${hostile}.txt`), 'no entry');
  writeFileSync(join(dir, 'mistaken.yaml'), JSON.stringify({ discord: { [hostile]: 1 } }));
  for (const args of [
    ['check', '-c', 'mistaken.yaml'],
    ['check', '-c', hostile],
    ['check'],
    ['check', '--json'],
    ['doctor'],
    ['doctor', '--json'],
    ['library', 'rollback', hostile],
    ['import', hostile, '--dry-run'],
    ['import', hostile, '--dry-run', '--json'],
    [hostile],
  ]) {
    const said = run(...args);
    expect(said).toMatch(/a.*c/u);
    expect(said).not.toMatch(dangerous);
  }
});

it('no line of the log or of progress contains control characters', () => {
  const file = join(testFolder(), 'log');
  createLogger({ level: 'info', file }).warn({ path: hostile }, `view_behind: ${hostile}`);
  const line = readFileSync(file, 'utf8');
  expect(line).not.toMatch(dangerous);
  expect(JSON.parse(line)).toMatchObject({ path: hostile, msg: `view_behind: ${hostile}` });
  const shown: string[] = [];
  progressTo({ write: (text) => shown.push(text) })(hostile);
  expect(shown.join('')).toContain('␛]0;b');
  expect(shown.join('')).not.toMatch(dangerous);
});
