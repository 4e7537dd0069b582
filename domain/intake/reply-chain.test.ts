import { expect, it } from 'vitest';
import { groupAround, partsByReference } from './reply-chain.ts';
import { author, message, repliesTo } from '../../test/support/values/messages.ts';

const ben = author('ben');
const ids = (messages: readonly { readonly id: string }[]) => messages.map(({ id }) => Number(id) - 1000);
const group = (around: Parameters<typeof groupAround>[0], id: number) =>
  ids(groupAround(around, String(1000 + id), 300));

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

const maya = author('maya', 'team_member');
const anna = author('anna');
const said = (id: number, to?: number) =>
  message(id, { author: maya, ...(to && { repliesTo: repliesTo(String(1000 + to), anna) }) });

it('holds of a helper only what answers the same message', () => {
  const helper = [said(10), said(11, 1), said(12), said(13, 2), said(14), said(15, 1)];
  expect(group(helper, 12)).toEqual([10, 11, 12]);
  expect(group(helper, 14)).toEqual([13, 14]);
  const member = helper.map((one) => ({ ...one, author: anna }));
  expect(group(member, 12)).toEqual([10, 11, 12, 13, 14, 15]);
});

it('goes on where a helper replies to their own words, or again to the same message', () => {
  const parts = partsByReference([said(10, 1), said(11, 1), said(12, 10), said(13, 2), said(14, 10)]);
  expect(parts.map(ids)).toEqual([[10, 11, 12], [13], [14]]);
});
