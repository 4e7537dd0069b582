import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder, writeText } from '../../../test/support/storage/test-store.ts';
import { folderDocuments } from '../../../test/support/storage/folder-documents.ts';

const files = {
  'inc/keys.csv': 'Key,Meaning\na,"b, c"\n',
  'inc/part.md': '---\ntitle: Part\n---\nThe shared words.',
  'inc/code.py':
    'import os\n# --8<-- [start:run]\ndef run():\n    return 1\n# --8<-- [end:run]\n# #region b\nb = 2\n# #endregion b\n',
  'inc/code.rs': 'fn main() {\n    // ANCHOR: run\n    run();\n    // ANCHOR_END: run\n}',
  'inc/note.html': '<b>{{ include.content }}</b>',
  'inc/nested.md': 'Outer.\n--8<-- "part.md"\n--8<-- "nested.md"',
  '.secret': 'key',
};

async function read(name: string, text: string): Promise<string> {
  const folder = testFolder();
  const root = join(folder, 'docs');
  mkdirSync(root);
  for (const [path, content] of Object.entries({ ...files, [name]: text }))
    writeText(join(root, path), content);
  writeText(join(folder, 'outside.md'), 'not yours');
  symlinkSync('../outside.md', join(root, 'link.md'));
  const documents = folderDocuments(root);
  const document = await documents.read({ sourceId: `kb:${name}`, relPath: name, sizeBytes: 0, mtimeNs: 0n });
  return document.text.trim();
}

it.each([
  ['guide/a.md', 'A\n\n--8<-- "inc/part.md"', 'A\n\nThe shared words.'],
  ['guide/a.md', '```python\n--8<-- "inc/code.py:run"\n```', '```python\ndef run():\n    return 1\n```'],
  ['guide/a.md', '{% include "inc/part.md" %}', 'The shared words.'],
  ['guide/a.md', '{%- include-markdown "../inc/part.md" start="x" -%}', 'The shared words.'],
  ['guide/a.md', '{{% include file="inc/part.md" %}}', 'The shared words.'],
  ['guide/a.md', '{!inc/part.md!}', 'The shared words.'],
  ['guide/a.md', '{% include "inc/note.html" content="Mind it." %}', 'Mind it.'],
  ['guide/a.md', '```rust\n{{#include ../inc/code.rs:run}}\n```', '```rust\nrun();\n```'],
  ['guide/a.md', '--8<-- "inc/code.py:3:4"', 'def run():\n    return 1'],
  ['guide/a.md', '--8<-- "inc/nested.md"', 'Outer.\nThe shared words.'],
  ['guide/a.md', '<<< @/inc/code.py#b{1 python}', '```python\nb = 2\n```'],
  [
    'guide/a.md',
    '```{literalinclude} ../inc/code.py\n:language: python\n:lines: 3-4\n```\nEnd',
    '```python\ndef run():\n    return 1\n```\nEnd',
  ],
  ['guide/a.md', '```{include} /inc/part.md\n```\nEnd', 'The shared words.\nEnd'],
  ['guide/a.rst', 'A\n\n.. include:: ../inc/part.md\n', 'A\n\nThe shared words.'],
  [
    'guide/a.rst',
    '.. literalinclude:: /inc/code.py\n   :language: python\n   :lines: 1\n\nEnd',
    '```python\nimport os\n```\n\nEnd',
  ],
  [
    'guide/a.rst',
    '.. csv-table:: Keys\n   :file: ../inc/keys.csv\n   :header-rows: 1\n\nEnd',
    '**Keys**\n\n| Key | Meaning |\n| --- | --- |\n| a | b, c |\n\nEnd',
  ],
  ['guide/a.mdx', "import Part from '../inc/part.md';\n\n<Part />", 'The shared words.'],
  ['guide/a.mdx', '<Snippet file="inc/part.md" />', 'The shared words.'],
])('%s: %j includes a file of the folder', async (name, text, shown) => {
  expect(await read(name, text)).toBe(shown);
});

it.each([
  '../../outside.md',
  '/../outside.md',
  'link.md',
  '.secret',
  '../.secret',
  'missing.md',
  '/etc/hostname',
])('nothing outside the folder, and nothing hidden, is read: %s', async (path) => {
  expect(await read('guide/a.md', `A\n--8<-- "${path}"\nB`)).toBe('A\nB');
});
