import { expect, it } from 'vitest';
import { parseRetractions } from './retractions-file.ts';

const id = 'qa_20260201_031056.228000';

it('a line of retractions needs no time, but a line end, without which its id may be cut off', () => {
  const read = (text: string) => {
    const { values, problems } = parseRetractions(text);
    return { ids: values.map(({ qaId }) => qaId), problems: problems.map(({ line }) => line) };
  };
  expect(read(`${id}\t2026-02-01T04:00:00Z\n`)).toEqual({ ids: [id], problems: [] });
  expect(read(`${id}\t2026-02\n`)).toEqual({ ids: [id], problems: [] });
  expect(read('qa_20260201_031056\n')).toEqual({ ids: ['qa_20260201_031056'], problems: [] });
  for (const torn of ['qa_20260201_031056', 'qa_20260201_031056.22', 'qa_2026', id, `${id}\t2026-02`])
    expect(read(`${id}\n${torn}`)).toEqual({ ids: [id], problems: [2] });
});
