import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plainOrigin, folderAlone } from '../../../domain/documents/source-origins.ts';
import { testFolder, writeText } from '../../../test/support/storage/test-store.ts';
import { createDocuments, type Extract } from './documents.ts';
import { noPageTexts } from '../../../test/support/storage/folder-documents.ts';

/** A main folder and one named `more`, with globs. */
function twoFolders(
  globs: { readonly include?: readonly string[]; readonly exclude?: readonly string[] },
  extract: Extract | null = null,
) {
  const folder = testFolder();
  const [main, dir] = [join(folder, 'main'), join(folder, 'more')];
  for (const one of [main, dir]) mkdirSync(one);
  const origins = folderAlone(main);
  const more = {
    include: [],
    exclude: [],
    ...globs,
    name: 'more',
    folder: dir,
    ...plainOrigin,
  };
  const folders = [...origins.folders, more];
  const documents = createDocuments({ origins: { ...origins, folders }, texts: noPageTexts, extract });
  return { main, dir, documents, found: () => documents.discover() };
}

it('takes what is included and not excluded, and says nothing about the rest', async () => {
  const { dir, found } = twoFolders({ include: ['**/*.md', 'top.txt'], exclude: ['old/**'] });
  for (const name of ['a.md', 'deep/er/b.md', 'old/c.md', 'top.txt', 'other.txt', 'logo.png']) {
    writeText(join(dir, name), name);
  }
  symlinkSync('/etc/hostname', join(dir, 'out.txt'));
  symlinkSync('/etc/hostname', join(dir, 'out.md'));
  const { files, rejected } = await found();
  expect(files.map(({ sourceId }) => sourceId)).toEqual([
    'kb:more/a.md',
    'kb:more/deep/er/b.md',
    'kb:more/top.txt',
  ]);
  expect(rejected.map(({ sourceId }) => sourceId)).toEqual(['kb:more/out.md']);
});

it('reads a document by the folder that its path names', async () => {
  const { main, dir, documents } = twoFolders({});
  writeText(join(main, 'a.md'), 'main');
  writeText(join(dir, 'a.md'), 'more');
  expect((await documents.textOf('kb:a.md')).text).toBe('main');
  expect((await documents.textOf('kb:more/a.md')).text).toBe('more');
  await expect(documents.textOf('kb:more/../main/a.md')).rejects.toMatchObject({
    code: 'document_outside',
  });
});

it('refuses a document whose path begins like the name of another folder', async () => {
  const { main, dir, found } = twoFolders({});
  writeText(join(main, 'more/a.md'), 'main');
  writeText(join(dir, 'a.md'), 'more');
  const { files, rejected } = await found();
  expect(files.map(({ sourceId }) => sourceId)).toEqual(['kb:more/a.md']);
  expect(rejected).toEqual([
    { sourceId: join(main, 'more/a.md'), reason: expect.stringContaining('Rename one of them') },
  ]);
});

it('reads JSON and YAML that are called descriptions of an API, or that are named one by one', async () => {
  const named = twoFolders({ include: ['shop.yaml'] }, async () => ({ title: null, text: 'a' }));
  for (const name of ['shop.yaml', 'other.yaml']) {
    writeText(join(named.main, name), 'a: b');
    writeText(join(named.dir, name), 'a: b');
  }
  writeText(join(named.main, 'v1-openapi.json'), '{}');
  const { files } = await named.found();
  expect(files.map(({ sourceId }) => sourceId)).toEqual(['kb:v1-openapi.json', 'kb:more/shop.yaml']);
});
