import { expect, it } from 'vitest';
import { shortlistOf } from './shortlist.ts';

const entries = (kind: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ sourceId: `${kind}:${at}`, description: 'x' }));

const ids = (topics: number, documents: number, maxTokens: number, tokensOf = () => 10) =>
  shortlistOf({
    topics: entries('team', topics),
    documents: entries('kb', documents),
    maxTokens,
    tokensOf,
  }).map(({ sourceId }) => sourceId);

it('puts team topics first, and leaves half of the room to the documents', () => {
  expect(ids(5, 5, 60)).toEqual(['team:0', 'team:1', 'team:2', 'kb:0', 'kb:1', 'kb:2']);
});

it('gives to one kind what the other leaves', () => {
  expect(ids(1, 5, 40)).toEqual(['team:0', 'kb:0', 'kb:1', 'kb:2']);
  expect(ids(5, 1, 40)).toEqual(['team:0', 'team:1', 'team:2', 'kb:0']);
});

it('passes over an entry that does not fit', () => {
  const tokensOf = ({ sourceId }: { readonly sourceId: string }) => (sourceId === 'kb:0' ? 100 : 10);
  const topics: never[] = [];
  const list = shortlistOf({ topics, documents: entries('kb', 3), maxTokens: 20, tokensOf });
  expect(list.map(({ sourceId }) => sourceId)).toEqual(['kb:1', 'kb:2']);
});
