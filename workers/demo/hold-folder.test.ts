import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { endsWithParent } from '../../test/support/processes/ends-with-parent.ts';
import { emptyHeldFolder, holdFolder } from './hold-folder.ts';

describe('a held folder', () => {
  it('is refused to a second session until the first one ends', () => {
    const folder = prepareFolder();
    {
      using _first = holdFolder(folder);
      expect(() => holdFolder(folder)).toThrow(isOpenOn(folder));
    }
    using second = holdFolder(folder);
    expect(second).toBeDefined();
  });

  it('stays held when it is emptied', async () => {
    const folder = prepareFolder();
    using _held = holdFolder(folder);
    mkdirSync(join(folder, 'team-knowledge'));
    writeFileSync(join(folder, 'team-knowledge', 'forgotten.txt'), '');
    await emptyHeldFolder(folder);
    expect(readdirSync(folder).filter((name) => !name.startsWith('session.lock'))).toEqual([]);
    expect(() => holdFolder(folder)).toThrow(isOpenOn(folder));
  });

  it('is free again once the process that held it was killed', async () => {
    const folder = prepareFolder();
    const module = new URL('hold-folder.ts', import.meta.url).href;
    const program = `import { holdFolder } from '${module}'; globalThis.held = holdFolder('${folder}'); console.log('held'); setInterval(() => {}, 1e3);`;
    const child = spawn(process.execPath, [...endsWithParent, '--input-type=module', '-e', program], {
      stdio: 'pipe',
    });
    await once(child.stdout, 'data');
    expect(() => holdFolder(folder)).toThrow(isOpenOn(folder));
    child.kill('SIGKILL');
    await once(child, 'close');
    using held = holdFolder(folder);
    expect(held).toBeDefined();
  });

  it.each(['demo', 'dev --data .steward/dev'])(
    'makes `steward %s` end with the way out, and nothing in it is deleted',
    (command) => {
      const [name = '', ...options] = command.split(' ');
      const dir = prepareFolder();
      const folder = join(dir, '.steward', name);
      using _held = holdFolder(folder);
      writeFileSync(join(folder, 'words.txt'), 'kept');
      writeFileSync(join(dir, 'page.md'), '# A page\n\nIt has a sentence.\n');
      const bin = fileURLToPath(new URL('../../bin/steward.js', import.meta.url));
      const { stderr, status } = spawnSync(process.execPath, [bin, name, ...options, '--kb', '.'], {
        cwd: dir,
        encoding: 'utf8',
      });
      expect([stderr.trim(), status]).toEqual([isOpenOn(folder), 2]);
      expect(readdirSync(folder)).toContain('words.txt');
    },
  );
});

it('a folder that cannot be made is refused with its name', () => {
  const file = join(prepareFolder(), 'a-file');
  writeFileSync(file, '');
  expect(() => holdFolder(file)).toThrow(`No session can be kept in ${file}: `);
});

const isOpenOn = (folder: string) =>
  `Another session is open on ${folder}. End it first, or start this one in another folder.`;

function prepareFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'steward-hold-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
