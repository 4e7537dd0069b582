import { expect, it } from 'vitest';
import { headingsOf } from '../headings.ts';
import { restructuredText } from './restructured-text.ts';
import { processorMilliseconds } from '../../../test/support/processor-time.ts';

const lines = (...text: readonly string[]) => text.join('\n');
const read = (...text: readonly string[]) => restructuredText(lines(...text)).trim();

it('titles are headings by the order in which their signs come, with and without a line above', () => {
  const text = read(
    '=====',
    'Guide',
    '=====',
    '',
    'Install',
    '*******',
    '',
    'On Linux',
    '--------',
    'Run it.',
    '',
    '----',
    '',
    'End.',
  );
  expect(headingsOf(text.split('\n')).map(({ level, title }) => [level, title])).toEqual([
    [1, 'Guide'],
    [2, 'Install'],
    [3, 'On Linux'],
  ]);
  expect(text).toContain('### On Linux\nRun it.\n\nEnd.');
});

it.each([
  [
    'two colons',
    ['Run::', '', '    $ make', '', '      all', '', 'Done.'],
    'Run:\n\n```\n$ make\n\n  all\n```\n\nDone.',
  ],
  ['two colons alone', ['::', '', '  a', '', 'b'], '```\na\n```\n\nb'],
  [
    'a directive',
    ['.. code-block:: python', '   :linenos:', '', '   a = `b`', '', 'c'],
    '```python\na = `b`\n```\n\nc',
  ],
  [
    'blank lines',
    ['Do::', '', '  a', '', '', '', '  b', '', '', '', 'c'],
    'Do:\n\n```\na\n\n\n\nb\n```\n\nc',
  ],
  ['a prompt of Python', ['>>> 1 + 1', '2', '', 'So.'], '```python\n>>> 1 + 1\n2\n```\n\nSo.'],
  ['a list item', ['* Do::', '', '    x_', '* Then'], '* Do:\n\n```\nx_\n```\n\n* Then'],
])('what %s announces is code', (_, text, markdown) => {
  expect(read(...text)).toBe(markdown);
});

it.each([
  [['.. note:: Mind ``a``.', '   And b.'], '**Note:** Mind `a`.\nAnd b.'],
  [['.. seealso::', '', '   The manual.'], '**See also:**\n\nThe manual.'],
  [['.. versionadded:: 1.2', '   The option.'], '**New in version 1.2:**\nThe option.'],
  [['.. option:: --name NAME', '', '   Who.'], '`--name NAME`\n\nWho.'],
  [['.. admonition:: Take care', '', '   It burns.'], '**Take care**\n\nIt burns.'],
  [['.. only:: html', '', '   Shown.'], 'Shown.'],
  [['.. [1] A note.', '   More.'], '[1] A note.\nMore.'],
])('of %j a person reads %j', (text, markdown) => {
  expect(read(...text)).toBe(markdown);
});

it('labels, comments, tables of contents and pictures are not shown, with what belongs to them', () => {
  expect(
    read(
      '.. _label:',
      '',
      '.. toctree::',
      '   :maxdepth: 2',
      '',
      '   a',
      '   b',
      '',
      '.. A comment',
      '   goes on',
      '',
      '.. image:: x.png',
      '   :alt: y',
      '',
      'Text.',
    ),
  ).toBe('Text.');
});

it.each([
  ['``a *b*``', '`a *b*`'],
  [':ref:`how to <label>` and :ref:`the-label`', 'how to and the label'],
  [':py:func:`~os.path.join` with :option:`--all`', '`join` with `--all`'],
  [':py:meth:`.Image.open`, :attr:`~.x.y` in :file:`.env`', '`Image.open`, `y` in `.env`'],
  ['Yes [#]_ or no [1]_, ``a [1]_``', 'Yes or no [1], `a [1]_`'],
  ['see :issue:`12` and :pep:`8`', 'see #12 and PEP 8'],
  ['`the site\n<https://x.example/a_b>`_ here', '[the site](https://x.example/a_b) here'],
  [
    '`Home page`_ or Docs_\n\n.. _home page: https://x.example\n.. _docs: https://d.example',
    '[Home page](https://x.example) or [Docs](https://d.example)',
  ],
  ['|name| is it\n\n.. |name| replace:: Anvil', 'Anvil is it'],
  ['snake_case_ and a\\ b, \\*args', 'snake_case_ and ab, \\*args'],
])('%j reads %j', (text, markdown) => {
  expect(read(text)).toBe(markdown);
});

it('takes no more time than a text is long', () => {
  const hostile = [
    '.. note::\n\n  '.repeat(20_000),
    '`a '.repeat(100_000),
    '== ==\n'.repeat(100_000),
    'a::\n\n'.repeat(100_000),
    '..\n\n\n'.repeat(100_000),
    `::\n\n${' x\n'.repeat(200_000)}`,
  ];
  for (const text of hostile) expect(processorMilliseconds(() => restructuredText(text))).toBeLessThan(3_000);
});
