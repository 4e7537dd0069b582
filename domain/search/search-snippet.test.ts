import { expect, it } from 'vitest';
import { searchSnippet } from './search-snippet.ts';

it('begins with the line that holds most of the terms', () => {
  const text = 'About servers.\n\n---\nSet the port of the server.\nThen restart.';
  expect(searchSnippet(text, new Set(['port', 'server']))).toBe('Set the port of the server. Then restart.');
});

it('shows links by their words, and is cut where it is long', () => {
  expect(searchSnippet('See [the guide](../guide.md#x).', new Set())).toBe('See the guide.');
  const long = searchSnippet('𝒳'.repeat(500), new Set());
  expect(long.length).toBeLessThanOrEqual(240);
  expect(long.endsWith('𝒳…')).toBe(true);
  expect(long.isWellFormed()).toBe(true);
});

it('keeps code as it is, as inline code', () => {
  const block = "Use it:\n\n```js\nconst a = () => {\n  b['[c](d)'];\n\n}\n```\n\n> Then [`e`](f.md).";
  expect(searchSnippet(block, new Set())).toBe("Use it: `const a = () => {` `b['[c](d)'];` `}` Then `e`.");
  expect(searchSnippet('- ```js\n  a\n  ```\n- Then.', new Set())).toBe('`a` - Then.');
  expect(searchSnippet('```sh\necho `a`\n```', new Set())).toBe('`` echo `a` ``');
  expect(searchSnippet('```sh\nuse ``` here ` x\n```', new Set())).toBe('`` use ` here ` x ``');
  expect(searchSnippet('Run ```npm i``` first, `` ``` `` or ``` alone', new Set())).toBe(
    'Run `npm i` first, `` ` `` or alone',
  );
});

it.each([
  ['a block that began above', 'b();\n}\n```\nThen.\n```js\nc();\n```'],
  ['a block that ended above', 'Then.\n\n```\nb();\n```'],
])('takes no words for code in a section with %s', (_what, text) => {
  expect(searchSnippet(text, new Set(['then']))).toMatch(/^Then\. `/u);
});

it('closes the code that it cuts', () => {
  const cut = searchSnippet(`\`\`\`\n${'a '.repeat(200)}\n\`\`\``, new Set());
  expect(cut).toMatch(/^`a [a ]+…`$/u);
  expect(cut.length).toBeLessThanOrEqual(240);
});
