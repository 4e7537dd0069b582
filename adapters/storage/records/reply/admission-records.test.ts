import { describe, expect, it } from 'vitest';
import type { AdmissionRequest } from '../../../../domain/ports/reply-records.ts';
import {
  admissionRequest as request,
  answerQuestion as answer,
  askedAt as start,
  cooldownOf as wait,
  secondsLater as after,
} from '../../../../test/support/values/admissions.ts';
import { noMemberLimits } from '../../../../config/schema/models.ts';
import { replyRecord } from '../../../../test/support/values/messages.ts';
import { testDatabase } from '../../../../test/support/storage/test-store.ts';
import { createRecords } from '../records.ts';

const open = async () => createRecords(await testDatabase(), () => start);

describe('admission', () => {
  it('lets a question that was admitted go on when it is asked about again', async () => {
    const records = await open();
    for (let at = 0; at < 3; at += 1)
      expect(await records.admit(request('1'))).toEqual({ outcome: 'admitted' });
  });

  it('knows a question that has its row', async () => {
    const records = await open();
    await answer(records, request('1'));
    expect(await records.admit(request('1'))).toEqual({ outcome: 'decided' });
  });

  it('tells the first cause of several: budget, questions of the last hour, words, people first, cooldown', async () => {
    const records = await open();
    const direct = { isDirect: true, limits: { ...noMemberLimits, direct_per_member_per_hour: 1 } };
    await records.admit(request('1', { userId: 'anna', ...direct }));
    const told = async (over: Partial<AdmissionRequest>) => {
      const answer = await records.admit(request('2', { userId: 'anna', ...over }));
      return 'reason' in answer ? answer.reason : answer.outcome;
    };
    const [refused, notBefore] = ['too_short' as const, after(40)];
    expect([
      await told({ ...direct, refused, notBefore }),
      await told({ refused, notBefore }),
      await told({ notBefore }),
      await told({}),
      await told({ cooldown: null }),
    ]).toEqual(['asked_too_often', 'too_short', 'people_first', 'cooldown', 'admitted']);
  });

  it('lets people go first until a time', async () => {
    const records = await open();
    const asked = request('1', { notBefore: after(40) });
    expect(await records.admit(asked)).toEqual({
      outcome: 'wait',
      reason: 'people_first',
      milliseconds: 40_000,
    });
    expect(await records.admit({ ...asked, now: after(40) })).toEqual({ outcome: 'admitted' });
  });
});

describe('a cooldown', () => {
  it('starts when an answer is posted, not when it was asked for', async () => {
    const records = await open();
    await answer(records, request('1'), after(100));
    expect(await records.admit(request('2', { now: after(110) }))).toEqual(wait(20));
    expect(await records.admit(request('3', { now: after(110), userId: '1', channelId: 'other' }))).toEqual(
      wait(50),
    );
    expect(await records.admit(request('4', { now: after(130), channelId: 'other' }))).toEqual({
      outcome: 'admitted',
    });
  });

  it('does not start with what was not answered', async () => {
    const records = await open();
    for (const status of ['unanswered', 'skipped', 'failed'] as const) {
      await records.admit(request(status));
      await records.insertReplyRecord(replyRecord(status, { status, reason: 'not_covered' }));
    }
    expect(await records.admit(request('2'))).toEqual({ outcome: 'admitted' });
  });

  it('binds nobody who asked directly, and those who ask after them', async () => {
    const records = await open();
    await answer(records, request('1'));
    const direct = request('2', { now: after(1), cooldown: null });
    expect(await records.admit(direct)).toEqual({ outcome: 'admitted' });
    await answer(records, direct, after(5));
    expect(await records.admit(request('3', { now: after(6) }))).toEqual(wait(29));
  });

  it('is off at 0', async () => {
    const records = await open();
    const off = { user_cooldown_seconds: 0, channel_cooldown_seconds: 0 };
    await answer(records, request('1', { cooldown: off }));
    expect(await records.admit(request('2', { userId: '1', cooldown: off }))).toEqual({
      outcome: 'admitted',
    });
  });

  it('is looked at again while an answer is in the making', async () => {
    const records = await open();
    await records.admit(request('1'));
    expect(await records.admit(request('2', { now: after(1) }))).toEqual(wait(10));
    await records.insertReplyRecord(replyRecord('1', { status: 'skipped', reason: 'not_answerable' }));
    expect(await records.admit(request('2', { now: after(11) }))).toEqual({ outcome: 'admitted' });
  });

  it('is not held by an answer whose run has died', async () => {
    const records = await open();
    await records.admit(request('1'));
    expect(await records.admit(request('2', { now: after(601) }))).toEqual({ outcome: 'admitted' });
  });
});

describe('questions that are put to Steward itself', () => {
  const limits = {
    ...noMemberLimits,
    direct_per_member_per_hour: 2,
    direct_per_channel_per_hour: 3,
    direct_per_guild_per_hour: 4,
  };
  const often = { outcome: 'refused', reason: 'asked_too_often' };
  const admitted = { outcome: 'admitted' };

  it('have a limit for each member, channel and server, which an hour later is free again', async () => {
    const records = await open();
    let id = 0;
    const ask = (userId: string, channelId: string, minutes = 0) =>
      records.admit(
        request(String((id += 1)), {
          userId,
          channelId,
          cooldown: null,
          isDirect: true,
          limits,
          now: new Date(start.getTime() + minutes * 60_000),
        }),
      );
    expect(await ask('anna', 'help')).toEqual(admitted);
    expect(await ask('anna', 'help')).toEqual(admitted);
    expect(await ask('anna', 'other')).toEqual(often);
    expect(await ask('ben', 'help')).toEqual(admitted);
    expect(await ask('cleo', 'help')).toEqual(often);
    expect(await ask('cleo', 'other')).toEqual(admitted);
    expect(await ask('dora', 'third')).toEqual(often);
    expect(await ask('anna', 'help', 61)).toEqual(admitted);
  });

  it('are not counted together with others, nor twice when asked again', async () => {
    const records = await open();
    for (const id of ['1', '2', '3']) await records.admit(request(id, { userId: 'anna', cooldown: null }));
    const direct = request('4', { userId: 'anna', cooldown: null, isDirect: true, limits });
    for (let attempt = 0; attempt < 4; attempt += 1) expect(await records.admit(direct)).toEqual(admitted);
  });
});
