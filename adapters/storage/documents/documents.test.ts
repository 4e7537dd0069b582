import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testFolder, writeText } from '../../../test/support/storage/test-store.ts';
import { folderAlone } from '../../../domain/documents/source-origins.ts';
import { folderDocuments, noPageTexts } from '../../../test/support/storage/folder-documents.ts';
import { createDocuments } from './documents.ts';
import { maxDocumentBytes } from './folder-documents.ts';

/** A folder of documents with these files. */
function documentsWith(files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = testFolder();
  const root = join(folder, 'docs');
  mkdirSync(root);
  for (const [name, text] of Object.entries(files)) writeText(join(root, name), text);
  const documents = folderDocuments(root);
  const found = async () => (await documents.discover()).files.map(({ relPath }) => relPath);
  const rejected = async () =>
    Object.fromEntries(
      (await documents.discover()).rejected.map(({ sourceId, reason }) => [sourceId, reason]),
    );
  const file = (relPath: string) => ({ sourceId: `kb:${relPath}`, relPath, sizeBytes: 0, mtimeNs: 0n });
  return { folder, root, documents, found, rejected, file };
}

describe('discover', () => {
  it('finds documents in all folders, in code-point order, hidden ones left out', async () => {
    const { found } = documentsWith({
      'b.md': '',
      'a/z.txt': '',
      'Z.rst': '',
      'ä.md': '',
      '.hidden.md': '',
      '.git/x.md': '',
    });
    expect(await found()).toEqual(['Z.rst', 'a/z.txt', 'b.md', 'ä.md']);
  });

  it('tells size and time exactly', async () => {
    const { documents } = documentsWith({ 'a.md': 'äb' });
    const [file] = (await documents.discover()).files;
    expect(file).toMatchObject({ sourceId: 'kb:a.md', sizeBytes: 3 });
    expect(file?.mtimeNs).toBeGreaterThan(2n ** 53n);
  });

  it('rejects what is no document, each with its reason', async () => {
    const { root, found, rejected } = documentsWith({
      'logo.png': 'x',
      'line\nbreak.md': 'x',
      'big.md': '',
      'ok.md': '',
    });
    truncateSync(join(root, 'big.md'), maxDocumentBytes + 1);
    expect(await found()).toEqual(['ok.md']);
    expect(await rejected()).toEqual({
      'kb:**/*.png': expect.stringContaining('of a kind that is not read'),
      'kb:line\nbreak.md': expect.stringContaining('The index cannot hold its name'),
      'kb:big.md': expect.stringContaining('Split it'),
    });
  });

  it('rejects links that lead out of the folder, to a file or a folder, and dangling ones', async () => {
    const { folder, root, found, rejected } = documentsWith({ 'ok.md': '' });
    writeText(join(folder, 'secret/s.md'), 'secret');
    symlinkSync(join(folder, 'secret/s.md'), join(root, 'out.md'));
    symlinkSync('../secret', join(root, 'out'));
    symlinkSync('nowhere.md', join(root, 'dangling.md'));
    expect(await found()).toEqual(['ok.md']);
    expect(await rejected()).toEqual({
      'kb:out.md': 'The link leads out of the folder of documents.',
      'kb:out': 'The link leads out of the folder of documents.',
      'kb:dangling.md': 'The link leads nowhere.',
    });
  });

  it('does not take a folder with a longer name for one inside', async () => {
    const { folder, root, found } = documentsWith({});
    writeText(join(folder, 'docs-private/s.md'), 'secret');
    symlinkSync('../docs-private/s.md', join(root, 'out.md'));
    expect(await found()).toEqual([]);
  });

  it('follows links inside the folder once, and ends in a circle', async () => {
    const { root, found } = documentsWith({ 'a/x.md': '', '.data/y.md': '' });
    symlinkSync('..', join(root, 'a/circle'));
    symlinkSync('.', join(root, 'whole'));
    symlinkSync('a/x.md', join(root, 'again.md'));
    symlinkSync('.data/y.md', join(root, 'mounted.md'));
    expect(await found()).toEqual(['a/x.md', 'mounted.md']);
  });

  it('says in a sentence that the folder is missing, and the way out', async () => {
    const { root, documents } = documentsWith({});
    rmSync(root, { recursive: true });
    await expect(documents.discover()).rejects.toThrow(`${root} cannot be found. Create it`);
    writeFileSync(root, '');
    await expect(documents.discover()).rejects.toThrow('is not a folder');
  });
});

describe('read', () => {
  it('gives the text without a byte order mark', async () => {
    const { documents, file } = documentsWith({ 'a.md': '\u{FEFF}# Ä\r\n' });
    expect(await documents.read(file('a.md'))).toMatchObject({ title: null, slug: null, text: '# Ä\n' });
  });

  it('reads UTF-16 that says so', async () => {
    const { documents, file } = documentsWith({ 'a.md': Buffer.from('\u{FEFF}# Größe', 'utf16le') });
    expect(await documents.read(file('a.md'))).toMatchObject({ text: '# Größe' });
  });

  it('leaves out the comments of Markdown', async () => {
    const text = '# A\n<!-- YAML\nadded: v1\n-->\nB.\n';
    const { documents, file } = documentsWith({ 'a.md': text });
    expect(await documents.read(file('a.md'))).toMatchObject({ text: '# A\nB.\n' });
  });

  it.each([
    ['binary', Uint8Array.of(0x89, 0x50, 0x00, 0x01), 'document_not_text'],
    ['in another encoding', Uint8Array.of(0xe4, 0x62, 0x63), 'document_not_text'],
    ['too large', new Uint8Array(maxDocumentBytes + 1).fill(0x61), 'document_too_large'],
    ['empty', '', 'document_empty'],
    ['blank', '\n \n', 'document_empty'],
  ])('refuses a file that is %s', async (_, bytes, code) => {
    const { documents, file } = documentsWith({ 'a.md': bytes });
    await expect(documents.read(file('a.md'))).rejects.toMatchObject({
      name: 'PortError',
      kind: 'final',
      code,
    });
  });

  it.each([
    ['../secret.md', 'document_outside'],
    ['swapped.md', 'document_outside'],
    ['gone.md', 'document_gone'],
    ['folder.md', 'document_unreadable'],
  ])('refuses %s', async (relPath, code) => {
    const { folder, root, documents, file } = documentsWith({ 'folder.md/x.md': '' });
    writeText(join(folder, 'secret.md'), 'secret');
    symlinkSync('../secret.md', join(root, 'swapped.md'));
    await expect(documents.read(file(relPath))).rejects.toMatchObject({ kind: 'final', code });
  });
});

describe('the anchors of headings', () => {
  const anchorsOf = async (files: Readonly<Record<string, string>>, path = 'docs/a.md') => {
    const { root } = documentsWith({});
    for (const [name, text] of Object.entries(files)) writeText(join(root, name), text);
    const { anchors } = await folderDocuments(join(root, 'docs')).textOf(`kb:${path.replace('docs/', '')}`);
    return (anchors ?? []).map(([, anchor]) => anchor);
  };
  const page = '# Page\n\n## 1. Set up & run\n';

  it.each([
    ['.', {}, '1-set-up--run'],
    ['VitePress', { 'docs/.vitepress/config.ts': '' }, '_1-set-up-run'],
    ['MkDocs', { 'mkdocs.yml': '' }, '1-set-up-run'],
    ['MkDocs with another slugify', { 'mkdocs.yml': 'slugify: pymdownx.slugs.slugify' }, '1-set-up--run'],
    ['Sphinx', { 'docs/conf.py': '' }, 'set-up-run'],
    ['Docusaurus in a folder of Sphinx', { 'conf.py': '', 'docs/docusaurus.config.js': '' }, '1-set-up--run'],
  ])('are those of the generator whose settings are nearest: %s', async (_, files, anchor) => {
    expect((await anchorsOf({ 'docs/a.md': page, ...files })).at(-1)).toBe(anchor);
  });

  it('are those of GitHub where members read the files there', async () => {
    const { root } = documentsWith({ 'mkdocs.yml': '', 'a.md': page, 'b.md': '# B\n## Ports {#p}' });
    const publicUrls = { '': 'https://github.com/acme/docs/blob/main/' };
    const parts = { origins: folderAlone(root), texts: noPageTexts, extract: null, publicUrls };
    const anchorIn = async (id: string) => (await createDocuments(parts).textOf(id)).anchors?.at(-1)?.[1];
    expect(await anchorIn('kb:a.md')).toBe('1-set-up--run');
    expect(await anchorIn('kb:b.md')).toBe('ports-p');
  });

  it('are those that the headings name', async () => {
    const named = [
      '# Page',
      '## A {#my-a}',
      '## B { #my-b .cls }',
      '## C {: #my-c }',
      '<a id="my-d"></a>\n\n## D',
      '## E <a name="my-e"></a>',
      '(my-f)=\n## F',
      '## G\n{: #my-g}\n\nText.\n{: #of-text}',
      '## H {/* #my-h */}',
      'I {#my-i}\n---------',
      '## J {.cls}',
    ];
    const anchors = await anchorsOf({ 'docs/a.md': named.join('\n\n') });
    expect(anchors).toEqual(['page', ...'abcdefghi'.split('').map((letter) => `my-${letter}`), 'j']);
  });
});
