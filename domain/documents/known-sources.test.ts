import { expect, it } from 'vitest';
import { findSources, newSource, shownSources, sourceState, type KnownSource } from './known-sources.ts';

const source = (
  sourceId: string,
  over: Partial<KnownSource> & { readonly about?: string } = {},
): KnownSource => ({
  ...newSource({ sourceId, kind: 'file', origin: '' }),
  record: {
    source_type: 'file',
    content_hash: '',
    summary_text: over.about ?? 'Ports and hosts',
    last_indexed_at: '',
    summary_pending: false,
  },
  ...over,
});
const ids = (sources: readonly KnownSource[]) => sources.map(({ sourceId }) => sourceId);

it('a place is shown while it fails; its pages always are', () => {
  const failing = source('https://b.example', { kind: 'site', error: 'away' });
  const shown = shownSources([source('kb:a.md'), source('https://a.example', { kind: 'site' }), failing]);
  expect(ids(shown)).toEqual(['kb:a.md', 'https://b.example']);
});

it('a source has failed, waits for its text or description, or is in the index', () => {
  expect(sourceState(source('a', { error: 'away' }))).toBe('failed');
  expect(sourceState(source('a', { task: 'fetch' }))).toBe('pending');
  expect(sourceState(source('a', { record: null }))).toBe('pending');
  expect(sourceState(source('a'))).toBe('indexed');
});

it('a text is found in ids and descriptions in any case, among all or those that failed', () => {
  const all = [
    source('kb:Port.md', { about: '' }),
    source('kb:b.md', { error: 'x' }),
    source('kb:c.md', { about: 'Themes' }),
  ];
  expect(ids(findSources(all, { text: 'PORT', failedOnly: false }))).toEqual(['kb:Port.md', 'kb:b.md']);
  expect(ids(findSources(all, { text: 'port', failedOnly: true }))).toEqual(['kb:b.md']);
  expect(ids(findSources(all, { text: '', failedOnly: false }))).toHaveLength(3);
});
