import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

/** What stands at a line's beginning stands outside of every function. */
const stateful =
  /^(?:export )?(?:let|var)\b|^(?:export )?const [^=]*= (?:await |new (?:Map|Set|WeakMap|WeakSet|Array)\b|\[\];|\{\};)/mu;

/** Every file that the bundle takes in, packages aside. */
function filesFrom(path: string, found = new Map<string, string>()): ReadonlyMap<string, string> {
  if (found.has(path)) return found;
  const text = readFileSync(path, 'utf8');
  found.set(path, text);
  for (const [, imported = ''] of text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+)';/gmu))
    filesFrom(join(dirname(path), imported), found);
  return found;
}

it('runs of a worker share their modules, so no module that workflows import keeps anything', () => {
  const files = filesFrom(join(import.meta.dirname, 'index.ts'));
  expect(files.size).toBeGreaterThan(20);
  const keeping = [...files].filter(([, text]) => stateful.test(text)).map(([path]) => path);
  expect(keeping).toEqual([]);
  for (const line of [
    'let n = 0;',
    'export const seen = new Map<string, number>();',
    'const ids: string[] = [];',
  ])
    expect(stateful.test(`'x';\n${line}`)).toBe(true);
});
