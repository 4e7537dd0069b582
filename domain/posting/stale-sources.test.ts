import { expect, test } from 'vitest';
import { qaIdFromTimestamp, type QaId } from '../values/qa-id.ts';
import { staleSources } from './stale-sources.ts';

test('names what is old and still used, that of the most answers first, by the last change and the newest pair', () => {
  const cited = (sourceId: string, date: string | null, qaIds: readonly QaId[] = []) => ({
    citations: [{ sourceId, title: sourceId, url: null, date, qaIds }],
  });
  const pair = qaIdFromTimestamp('2023-01-02T00:00:00Z');
  const records = [
    cited('kb:new', '2025-06-01'),
    cited('kb:undated', null),
    cited('kb:old', '2023-05-01'),
    cited('team:ports.txt', null, [pair]),
    cited('kb:old', '2023-05-01'),
  ];
  expect(
    staleSources(records, '2025-01-01').map(({ sourceId, date, answers }) => [sourceId, date, answers]),
  ).toEqual([
    ['kb:old', '2023-05-01', 2],
    ['team:ports.txt', '2023-01-02', 1],
  ]);
});
