import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));

/** Everything that a worker needs. */
const wholeRelease =
  'activities adapters config domain extractive-model interactions workers workflows test/support package.json'.split(
    ' ',
  );

export interface Edit {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** Copies the checkout, or some folders of it, into an empty folder, and changes the copy. */
export async function makeRelease({
  dir,
  edits,
  parts = wholeRelease,
}: {
  readonly dir: string;
  readonly edits: readonly Edit[];
  readonly parts?: readonly string[];
}): Promise<void> {
  for (const part of parts) await cp(join(checkout, part), join(dir, part), { recursive: true });
  await symlink(join(checkout, 'node_modules'), join(dir, 'node_modules'));
  for (const { file, find, replace } of edits) {
    const text = await readFile(join(dir, file), 'utf8');
    if (!text.includes(find)) throw new Error(`${file} has no ${find}`);
    await writeFile(join(dir, file), text.replace(find, replace));
  }
}

/** A patch that changes nothing, after this line of a workflow. */
function patchAfter(file: string, line: string): readonly Edit[] {
  return [
    { file, find: 'import', replace: "import { patched } from '@temporalio/workflow';\nimport" },
    { file, find: line, replace: `${line}\n  patched('marked');` },
  ];
}

/** The second of two releases that change a workflow: windows, replies, captures and regenerations make a patch. */
export const patchingRelease: readonly Edit[] = [
  ...patchAfter('workflows/intake/batch.ts', "  requireInput(input, ['authorId']);"),
  ...patchAfter('workflows/reply/reply.ts', "  requireInput(input, ['snapshotId']);"),
  ...patchAfter('workflows/team/capture.ts', "  requireInput(input, ['snapshotId', 'qaId', 'message']);"),
  ...patchAfter('workflows/team/regenerate.ts', '  const timings = timingsOf(input);'),
];

/** The first of the two: it reads the patch, and does not make it yet. */
export const readingRelease: readonly Edit[] = [
  ...patchingRelease,
  {
    file: 'workflows/contract/names.ts',
    find: 'unusedPatches = [',
    replace: "unusedPatches = ['marked', ",
  },
];
