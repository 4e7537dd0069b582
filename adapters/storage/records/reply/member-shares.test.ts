import { expect, it } from 'vitest';
import { noMemberLimits } from '../../../../config/schema/models.ts';
import type { MemberLimits, ShareRequest } from '../../../../domain/reply/member-shares.ts';
import {
  admissionRequest,
  askedAt as start,
  secondsLater as after,
} from '../../../../test/support/values/admissions.ts';
import { openIn, testFolder } from '../../../../test/support/storage/test-store.ts';

async function opened(own: Partial<MemberLimits>) {
  const { records, erasure } = await openIn(testFolder(), { now: () => start });
  const limits = { ...noMemberLimits, ...own };
  let count = 0;
  const take = (kind: ShareRequest['kind'], userId: string, over: Partial<ShareRequest> = {}) => {
    count += 1;
    const where = { guildId: 'guild', channelId: 'help', userId, now: start };
    return records.takeShare({ id: String(count), kind, ...where, limits, ...over });
  };
  return { records, erasure, limits, take };
}

const helper = { helper_per_member_per_ten_minutes: 1, helper_per_channel_per_hour: 2 };

it('a member has the helpers called once in ten minutes, and a channel so often in an hour', async () => {
  const { take } = await opened(helper);
  expect(await take('called', 'anna')).toBe(true);
  expect(await take('called', 'anna', { now: after(599) })).toBe(false);
  expect(await take('called', 'ben')).toBe(true);
  expect(await take('called', 'cleo')).toBe(false);
  expect(await take('called', 'cleo', { channelId: 'other' })).toBe(true);
  expect(await take('called', 'anna', { now: after(3_601) })).toBe(true);
});

it('what was taken once is taken, however often it is asked for', async () => {
  const { take } = await opened(helper);
  for (let at = 0; at < 3; at += 1) expect(await take('called', 'anna', { id: 'q' })).toBe(true);
});

it('who is forgotten gets no new share of the channel', async () => {
  const { take, erasure } = await opened(helper);
  for (const _ of [1, 2]) {
    expect(await take('called', 'anna')).toBe(true);
    await erasure.erase({ userId: 'anna' });
  }
  expect(await take('called', 'anna')).toBe(false);
});

it('whatever a member asks of Steward counts together, unasked questions too', async () => {
  const { records, take, limits } = await opened({ requests_per_member_per_hour: 2 });
  const ask = (id: string, userId: string) =>
    records.admit(admissionRequest(id, { userId, cooldown: null, limits }));
  expect(await take('requested', 'anna')).toBe(true);
  for (let at = 0; at < 3; at += 1) expect(await ask('q1', 'anna')).toEqual({ outcome: 'admitted' });
  expect(await ask('q2', 'anna')).toEqual({ outcome: 'refused', reason: 'asked_too_often' });
  expect(await take('requested', 'anna')).toBe(false);
  expect(await ask('q3', 'ben')).toEqual({ outcome: 'admitted' });
});
