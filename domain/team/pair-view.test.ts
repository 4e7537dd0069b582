import { expect, it } from 'vitest';
import { qaIdFromTimestamp } from '../values/qa-id.ts';
import { pairsShownWith } from './pair-view.ts';
import type { QaPair } from './qa-pair.ts';

const room = { maxTokens: 1_000, countTokens: (text: string) => text.length / 4 };

const said = (second: number, question: string, answer = 'Yes.'): QaPair => {
  const timestamp = `2026-02-01T00:00:0${second}Z`;
  const turns = [
    { label: 'User', text: question },
    { label: 'Team', text: answer },
  ] as const;
  return { qaId: qaIdFromTimestamp(timestamp), timestamp, turns };
};

const older = [
  said(1, 'Which port does the proxy use?', 'Port 8080.'),
  said(2, 'Where is the colour theme?', 'Under settings.'),
  said(3, 'Can the proxy port be changed?'),
  said(4, 'How long is a login token valid?', 'An hour.'),
];
const late = said(9, 'Is 8080 still the proxy port?');

it('of a short topic all pairs are shown, of a long one those that are alike, in their order', () => {
  expect(pairsShownWith(late, older, { ...room, maxPairs: 4 })).toEqual(older);
  expect(pairsShownWith(late, older, { ...room, maxPairs: 3 })).toEqual([older[0], older[2]]);
});

it('of pairs that are equally alike the newest are shown, as many as have room', () => {
  const same = [1, 2, 3, 4].map((second) => said(second, 'Which port does the proxy use?'));
  expect(pairsShownWith(late, same, { ...room, maxPairs: 2 })).toEqual(same.slice(2));
  expect(pairsShownWith(late, same, { ...room, maxPairs: 3, maxTokens: 40 })).toEqual(same.slice(3));
});
