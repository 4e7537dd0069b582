import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newSnapshot } from '../../../domain/intake/snapshot.ts';
import { author, message, replyRecord } from '../../../test/support/values/messages.ts';
import { openIn, testDatabase, testFolder } from '../../../test/support/storage/test-store.ts';
import { createRecords } from './records.ts';

/*
 * Two processes against each other, in every transaction whose outcome depends on what it has read: two connections to one store,
 * many rounds, and whichever comes first, what holds.
 */

const now = new Date('2026-02-01T00:00:00Z');
const expiresAt = new Date('2026-03-01T00:00:00Z');
const rounds = Array.from({ length: 12 }, (_, round) => round);

async function two() {
  const folder = testFolder();
  const [one, other] = [await testDatabase(folder), await testDatabase(folder)];
  return [createRecords(one, () => now), createRecords(other, () => now)] as const;
}

describe('two writers', () => {
  it('a deletion and a claim: the claim fails, or the deletion finds it', async () => {
    const [one, other] = await two();
    for (const round of rounds) {
      const said = message(round);
      await one.saveMessage(said, expiresAt);
      const claim = {
        owner: 'run',
        messageIds: [said.id],
        snapshot: newSnapshot({ id: said.id, route: 'reply', conversationId: 'reply_1', batch: [said] }),
        reason: 'x',
      };
      const deletes = async () => {
        await other.markDeleted(said.id);
        return (await other.routingOf([said.id]))[0]?.state;
      };
      const [claimed, seen] = await Promise.all([one.claim(claim), deletes()]);
      expect(claimed ? seen : 'unhandled').toBe(claimed ? 'handed_over' : 'unhandled');
    }
  });

  it('two claims of one message: one holds', async () => {
    const [one, other] = await two();
    for (const round of rounds) {
      const claim = (owner: string, ids: readonly number[]) => ({
        owner,
        messageIds: ids.map((id) => `${round}${id}`),
        snapshot: null,
        reason: 'chatter',
      });
      const outcomes = await Promise.all([one.claim(claim('a', [1, 2])), other.claim(claim('b', [2, 1]))]);
      expect(outcomes.toSorted()).toEqual([false, true]);
    }
  });

  it('questions that meet a cooldown: one is admitted', async () => {
    const [one, other] = await two();
    const cooldown = { user_cooldown_seconds: 0, channel_cooldown_seconds: 60 };
    for (const round of rounds) {
      const ask = (records: typeof one, at: number) =>
        records.admit({
          messageId: `${round}${at}`,
          guildId: 'guild',
          channelId: `channel${round}`,
          userId: `${at}`,
          now,
          refused: null,
          notBefore: null,
          cooldown,
          isDirect: false,
          limits: null,
        });
      const asked = await Promise.all([ask(one, 1), ask(other, 2), ask(one, 3), ask(other, 4)]);
      expect(asked.filter(({ outcome }) => outcome === 'admitted')).toHaveLength(1);
    }
  });

  it('calls that come near a limit do not pass it together', async () => {
    const [one, other] = await two();
    const call = () =>
      ({
        booking: randomUUID(),
        day: '2026-02-01',
        operation: 'reply',
        decision: 'LLMGateDecision',
        model: 'm',
        inputTokens: 1,
        outputTokens: 1,
        costUsd: null,
      }) as const;
    const limits = { usd: null, tokens: null, calls: 7 };
    const reserved = await Promise.all(
      rounds.flatMap(() => [one.reserveUsage(call(), limits), other.reserveUsage(call(), limits)]),
    );
    expect(reserved.filter(({ outcome }) => outcome === 'reserved')).toHaveLength(7);
  });

  it('a lease has one holder', async () => {
    const [one, other] = await two();
    for (const round of rounds) {
      const take = (records: typeof one, owner: string) =>
        records.acquire({ name: `${round}`, owner, now, closedOwners: [] });
      const [a, b] = await Promise.all([take(one, 'a'), take(other, 'b')]);
      expect(a.owner).toBe(b.owner);
    }
  });

  it('a row of a reply is written once, and an end is never left again', async () => {
    const [one, other] = await two();
    for (const round of rounds) {
      const id = `${round}`;
      const written = await Promise.all([
        one.insertReplyRecord(replyRecord(id, { answer: 'one' })),
        other.insertReplyRecord(replyRecord(id, { answer: 'other' })),
      ]);
      expect(written[0].answer).toBe(written[1].answer);
      await Promise.all([
        one.setStatus(id, { status: 'answered', reason: 'answered', now }),
        other.setStatus(id, { status: 'failed', reason: 'cancelled', now }),
      ]);
      const ended = await one.replyRecord(id);
      await other.setStatus(id, { status: 'generated', reason: 'answered', now });
      expect((await other.replyRecord(id))?.status).toBe(ended?.status);
    }
  });

  it('a person who is erased while a message of theirs comes in is not kept', async () => {
    for (const round of rounds.slice(0, 4)) {
      const folder = testFolder();
      const [one, other] = [await openIn(folder, { prints: 'off' }), await openIn(folder, { prints: 'off' })];
      const said = message(round, { author: author('4001'), createdAt: '2026-01-31T00:00:00.000Z' });
      await Promise.all([
        one.records.saveMessage(said, new Date('2036-01-01T00:00:00Z')),
        other.erasure.erase({ userId: '4001' }),
      ]);
      expect(await one.records.messages([said.id])).toEqual([]);
    }
  });
});
