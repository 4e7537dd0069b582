import { expect, it } from 'vitest';
import { groupAround } from './reply-chain.ts';
import { author, message } from '../../test/support/values/messages.ts';

const ben = author('ben');
const ids = (messages: readonly { readonly id: string }[]) => messages.map(({ id }) => Number(id) - 1000);
const group = (around: Parameters<typeof groupAround>[0]['around'], id: number) =>
  ids(groupAround({ around, messageId: String(1000 + id), windowSeconds: 300 }));

it("takes the author's neighbours on both sides", () => {
  expect(group([message(1), message(100), message(200)], 100)).toEqual([1, 100, 200]);
});

it('stops where somebody else wrote in between', () => {
  expect(group([message(1), message(50, { author: ben }), message(100), message(120)], 100)).toEqual([
    100, 120,
  ]);
});

it('stops at a gap longer than the window', () => {
  expect(group([message(1), message(302), message(400)], 400)).toEqual([302, 400]);
});

it('is empty when the message is not there', () => {
  expect(group([message(1)], 7)).toEqual([]);
});
