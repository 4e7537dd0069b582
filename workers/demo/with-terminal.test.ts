import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { tryFileLock } from '../../adapters/packages/file-lock.ts';
import { testFolder } from '../../test/support/storage/test-store.ts';

it.each(['demo --script page.jsonl', 'dev --data .steward/dev'])(
  'a second `steward %s` on a folder ends with the way out, and nothing in it is deleted',
  (command) => {
    const [name = '', ...options] = command.split(' ');
    const dir = testFolder();
    const folder = join(dir, '.steward', name);
    mkdirSync(folder, { recursive: true });
    using _hold = tryFileLock(`${folder}.lock`);
    writeFileSync(join(folder, 'words.txt'), 'kept');
    writeFileSync(join(dir, 'page.md'), '# A page\n\nIt has a sentence.\n');
    writeFileSync(join(dir, 'page.jsonl'), '{"text":"hello?"}\n');
    const bin = fileURLToPath(new URL('../../bin/steward.js', import.meta.url));
    const { stderr, status } = spawnSync(process.execPath, [bin, name, ...options, '--kb', '.'], {
      cwd: dir,
      encoding: 'utf8',
    });
    const wayOut = `Another session is open on ${folder}. End it first, or start this one in another folder.`;
    expect([stderr.trim(), status]).toEqual([wayOut, 2]);
    expect(readdirSync(folder)).toContain('words.txt');
  },
);
