import { expect, it } from 'vitest';
import { processorMilliseconds } from '../../../test/support/processor-time.ts';
import { readMarkdown } from './read-markdown.ts';
import { restructuredText } from './restructured-text.ts';

const lines = (text: string) => text.replace(/^\n/u, '').replace(/\n *$/u, '');
const read = (text: string) => restructuredText(lines(text)).trim();

it.each([
  [
    'simple',
    `
=====  ==========  ====
Plan   Seats       Cost
=====  ==========  ====
Free   :ref:\`one
       <seats>\`    \\
Team   - ten       |vv|
       - or more   x|y

Big    *any*       a long one
=====  ==========  ====

.. |vv| replace:: 49

So.`,
    `| Plan | Seats | Cost |
| --- | --- | --- |
| Free | one |  |
| Team | • ten • or more | 49 x\\|y |
| Big | *any* | a long one |

So.`,
  ],
  [
    'simple, with joined columns',
    `
===  ===  ===
 In       Out
--------  ---
a    b    c
===  ===  ===
-    1    x
===  ===  ===`,
    '| In |  | Out |\n| --- | --- | --- |\n| a | b | c |\n| - | 1 | x |',
  ],
  [
    'of a grid, with cells that span rows and columns',
    `
+-------+------+-------+
| Name  | Kind | Notes |
+=======+======+=======+
| port  | int  | Set   |
|       +------+ it.   |
| (old) | str  |       |
+-------+------+-------+
| both of them | ::    |
|              |       |
|              |   a b |
+--------------+-------+

So.`,
    `| Name | Kind | Notes |
| --- | --- | --- |
| port (old) | int | Set it. |
| port (old) | str | Set it. |
| both of them |  | \`a b\` |

So.`,
  ],
  [
    'of a grid, in wide characters',
    `
+------+----+
| 名前 | 値 |
+======+====+
| 港口 | 80 |
+------+----+`,
    '| 名前 | 値 |\n| --- | --- |\n| 港口 | 80 |',
  ],
  [
    'of a grid, by characters or by their width',
    `
+------+------+
| ⭐⭐ | few  |
+------+------+
| ⭐⭐⭐  | more |
+------+------+`,
    '| ⭐⭐ | few |\n| --- | --- |\n| ⭐⭐⭐ | more |',
  ],
  [
    'as a list',
    `
.. list-table:: Keys
   :header-rows: 1

   * - Key
     - Meaning
   * - \`\`a\`\`
     - First

       then
   * -
     - :py:attr:\`b\``,
    '**Keys**\n\n| Key | Meaning |\n| --- | --- |\n| `a` | First then |\n|  | `b` |',
  ],
  [
    'as values between commas',
    `
.. csv-table:: Keys
   :header: "Key, or name", Meaning

   a, "says ""b"",
   and more"
   c, "d" e

So.`,
    '**Keys**\n\n| Key, or name | Meaning |\n| --- | --- |\n| a | says "b", and more |\n| c | "d" e |\n\nSo.',
  ],
  [
    'as values between other signs',
    `
.. csv-table::
   :delim: |
   :header-rows: 1

   | Meaning
   a | b, c`,
    '|  | Meaning |\n| --- | --- |\n| a | b, c |',
  ],
])('a table is one of Markdown: %s', (_, written, shown) => {
  expect(read(written)).toBe(shown);
});

it.each([
  ['```{list-table} Keys\n:header-rows: 1\n* - Key\n  - Meaning\n* - a\n  - b\n```'],
  [':::{csv-table} Keys\n:header: Key, Meaning\na, b\n:::'],
])('MyST has the same: %j', (written) => {
  expect(readMarkdown(written).text.trim()).toBe('**Keys**\n\n| Key | Meaning |\n| --- | --- |\n| a | b |');
});

it('takes no more time than a table is long', () => {
  const hostile = [
    '+--+--+\n'.repeat(20_000),
    `${'+-'.repeat(20_000)}+\n`.repeat(2),
    '+-+-+\n| |a|\n'.repeat(10_000),
    `${'+-'.repeat(300)}+\n${'| '.repeat(300)}|\n`.repeat(300),
    `== ==\n${'a  b\n'.repeat(20_000)}`,
    `.. csv-table::\n\n${'   ",\n'.repeat(10_000)}`,
    `.. csv-table::\n\n   ${'"'.repeat(50_001)}`,
    `.. list-table::\n\n${'   * - a\n'.repeat(10_000)}`,
  ];
  for (const text of hostile) expect(processorMilliseconds(() => restructuredText(text))).toBeLessThan(1_000);
});
