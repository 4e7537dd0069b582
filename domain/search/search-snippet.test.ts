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
