import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanUp } from './clean-up.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));

interface Edit {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** Another version of the workflows, in a folder of its own that goes with the test. Returns its module. */
export async function editedWorkflows(...edits: readonly Edit[]): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'steward-version-'));
  cleanUp(() => rm(dir, { recursive: true, force: true }));
  for (const part of ['workflows', 'domain'])
    await cp(join(checkout, part), join(dir, part), { recursive: true });
  await symlink(join(checkout, 'node_modules'), join(dir, 'node_modules'));
  for (const { file, find, replace } of edits) {
    const text = await readFile(join(dir, file), 'utf8');
    if (!text.includes(find)) throw new Error(`${file} has no ${find}`);
    await writeFile(join(dir, file), text.replace(find, replace));
  }
  return join(dir, 'workflows/index.ts');
}

/** A patch at the beginning of every window. Nothing else changes. */
export const markedWindows: readonly Edit[] = [
  { file: 'workflows/intake/batch.ts', find: 'import {\n', replace: 'import {\n  patched,\n' },
  {
    file: 'workflows/intake/batch.ts',
    find: "  requireInput(input, ['authorId']);\n",
    replace: "  requireInput(input, ['authorId']);\n  patched('marked-windows');\n",
  },
];
