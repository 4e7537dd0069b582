/**
 * Takes out one guard after the other (an `if` that returns, throws or goes on in its line) and runs the unit tests of its
 * file: a guard whose absence no test sees is a rule that nobody holds. Prints these survivors; they are to be read, since
 * some only save time. Changes files in place and puts them back, so `npm run verify` runs it in a copy.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { scriptArguments } from './script-arguments.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['domain', 'activities/reply', 'activities/team', 'adapters/pages/network'];
const words = scriptArguments(
  `Takes out guards one by one and names those that no unit test misses, in ${folders.join(', ')} or in the given folders.`,
  '[FOLDER…]',
);

const listed = execFileSync('git', ['ls-files', ...(words.length > 0 ? words : folders)], {
  cwd: root,
  encoding: 'utf8',
});
const files = listed.split('\n').filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
const guard = /^(\s*)if \((.+)\) (return|throw|continue)\b/u;

let [guards, survivors] = [0, 0];
for (const file of files) {
  const path = `${root}${file}`;
  const text = readFileSync(path, 'utf8');
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    if (!guard.test(line)) continue;
    guards += 1;
    writeFileSync(path, lines.with(at, line.replace(guard, '$1if (false && ($2)) $3')).join('\n'));
    const args = [
      'node_modules/vitest/vitest.mjs',
      'related',
      file,
      '--run',
      '--project',
      'unit',
      '--bail',
      '1',
    ];
    const { status } = spawnSync(process.execPath, args, { cwd: root, timeout: 300_000 });
    writeFileSync(path, text);
    if (status !== 0) continue;
    survivors += 1;
    console.log(`${file}:${at + 1}: ${line.trim()}`);
  }
}
console.log(`${survivors} of ${guards} guards can go without a failing unit test`);
