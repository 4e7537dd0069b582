import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { endsWithParent } from '../../test/support/processes/ends-with-parent.ts';
import { holdFolder } from './hold-folder.ts';

describe('a held folder', () => {
  it('is refused to a second session until the first one ends', () => {
    const folder = prepareFolder();
    {
      using _first = holdFolder(folder);
      expect(() => holdFolder(folder)).toThrow('Another session is open on');
    }
    using second = holdFolder(folder);
    expect(second).toBeDefined();
  });

  it('is free again once the process that held it was killed', async () => {
    const folder = prepareFolder();
    const module = new URL('hold-folder.ts', import.meta.url).href;
    const program = `import { holdFolder } from '${module}'; globalThis.held = holdFolder('${folder}'); console.log('held'); setInterval(() => {}, 1e3);`;
    const child = spawn(process.execPath, [...endsWithParent, '--input-type=module', '-e', program], {
      stdio: 'pipe',
    });
    await once(child.stdout, 'data');
    expect(() => holdFolder(folder)).toThrow('Another session is open on');
    child.kill('SIGKILL');
    await once(child, 'close');
    using held = holdFolder(folder);
    expect(held).toBeDefined();
  });
});

function prepareFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'steward-hold-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
