import { expect, it } from 'vitest';
import { keysOf, linkedKeys } from './link-keys.ts';

it.each([
  ['kb:guides/start.md', '[a](ports.md#x)', 'guides/ports'],
  ['kb:guides/start.md', '[a](../api/Ports.html)', 'api/ports'],
  ['kb:guides/start.md', '[a](/api/ports/)', 'api/ports'],
  ['kb:guides/start.md', '[a](https://docs.example.com/api/ports)', 'docs.example.com/api/ports'],
  ['kb:https://docs.example.com/guides/start', '[a](ports)', 'docs.example.com/guides/ports'],
])('in %s the link %s is %s', (sourceId, text, key) => {
  expect(linkedKeys(sourceId, text)).toEqual([key]);
});

it('a place in the page, a mail address and what is no link are none', () => {
  expect(linkedKeys('kb:a.md', '[a](#x) [b](mailto:a@b.c) [c] (d.md) ![](')).toEqual([]);
});

it('a page is known by its path and by where members read it', () => {
  expect(keysOf('kb:api/ports.md', 'https://docs.example.com/api/ports/')).toEqual([
    'api/ports',
    'docs.example.com/api/ports',
  ]);
});
