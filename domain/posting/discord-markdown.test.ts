import { expect, it } from 'vitest';
import { discordMarkdown } from './discord-markdown.ts';

it.each([
  ["GitHub's alerts", '> [!NOTE]\n> Restart the server.', '> **Note**\n> Restart the server.'],
  [
    "Obsidian's, with a title",
    '> [!warning]- Mind the gap\n> It is wide.',
    '> **Warning** Mind the gap\n> It is wide.',
  ],
  [
    'a table',
    '| Key | Default |\n| --- | :-: |\n| `port` | 80 \\| 443 |\n| host |  |',
    '**Key | Default**\n- `port` | 80 | 443\n- host',
  ],
  ['a row that was quoted alone', '| `port` | number | The port. |', '- `port` | number | The port.'],
  ['a heading of the fifth level', '##### Use **one**\nText.', '**Use one**\nText.'],
  ['the anchor of a heading', '## Install {#install}\nText.', '## Install\nText.'],
  ['rules', 'One.\n\n---\n\nTwo.', 'One.\n\nTwo.'],
  [
    'links within the site',
    'See [the guide](../guide.md#top) and [more][ref].\n\n[ref]: https://a.example/x',
    'See the guide and more.',
  ],
  [
    'links within the site with code or a line break in their words, parentheses in the address, or a title',
    "> [`a[0]`](a.md), [the\n> `b` class](<b c.md>) [d](d_(e).md#f-(g) 'h') [`i`][j] ![`k`](l.png)",
    '> `a[0]`, the\n> `b` class d `i` `k`',
  ],
  ['pictures and footnotes', 'Press ![the button](img/a.png) here.[^1]', 'Press the button here.'],
  [
    'tags',
    'Press <kbd>Ctrl</kbd>+<kbd>C</kbd>.<br/>It is <b>done</b>&nbsp;&mdash; <span class="x">now</span>.',
    'Press `Ctrl`+`C`.\nIt is **done** — now.',
  ],
  [
    'a tag that is to be written',
    'Put <div id="app"></div> into the page.<a id="x"></a>',
    'Put `<div id="app"></div>` into the page.',
  ],
  [
    'addresses in tags',
    'See <a href="https://a.example/b" target="_blank">the page</a>.',
    'See [the page](https://a.example/b).',
  ],
  [
    'code that is indented',
    '1. Do:\n   ``` bash\n   apt install x\n     -y\n   ```',
    '1. Do:\n```bash\napt install x\n  -y\n```',
  ],
  ['the name of a file at code', '```toml title="a.toml"\nx = 1\n```', '```toml\nx = 1\n```'],
  ['a quote without a space, and line breaks', '>One\\\n> two\\\n> three', '> One\n> two\n> three'],
])('shows %s as Discord can', (_, written, shown) => {
  expect(discordMarkdown(written)).toBe(shown);
  expect(discordMarkdown(shown)).toBe(shown);
});

it.each([
  'Run `npm i <name>`, or copy <source> <target>.',
  '> quoted\n> twice',
  'Look:\n> quoted',
  '## Title\n\n- one\n- **two**\n  1. three\n\n> quote\n\n||spoiler|| and ~~gone~~ at a[0][1] and f[i](x)',
  'See [the page](https://a.example/b "title"), [`a`](https://a.example/a) and `[b](b.md)`, and <https://a.example>.',
  '`> [!NOTE]` and `:::tip` and `<b>` and ``| a |`` and `<!-- a -->`',
  'So: ```html\n<!-- a -->\n``` and\n\n    <!-- b -->',
  '```md\n> [!NOTE]\n| a | b |\n<br>\n---\n```',
  'a < b && c > d || e',
  'List<String> and Map<K, V>',
])('leaves what Discord shows, and code, as it is: %j', (text) => {
  expect(discordMarkdown(text)).toBe(text);
});
