import {
  freeFrom,
  graceMilliseconds,
  inFlightMilliseconds,
  mayWait,
} from '../../../../domain/reply/cooldown-queue.ts';
import { sharesOf, type ShareRequest } from '../../../../domain/reply/member-shares.ts';
import type {
  Admission,
  AdmissionRecords,
  AdmissionRequest,
} from '../../../../domain/ports/reply-records.ts';
import { find, update, upsert, type Row } from '../../database/rows.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { hasReplyRecord } from './reply-record-rows.ts';

export const createAdmissionRecords = (database: Database): AdmissionRecords => ({
  admit: (request) => database.write((trx) => admit(trx, request)),
  takeShare: (request) => database.write((trx) => takeShare(trx, request)),
});

/** Who uses a share, and when. */
type Use = Pick<AdmissionRequest, 'messageId' | 'guildId' | 'channelId' | 'userId' | 'now'>;

async function admit(trx: Transaction, request: AdmissionRequest): Promise<Admission> {
  const { messageId, refused, notBefore } = request;
  if (await hasReplyRecord(trx, messageId)) return { outcome: 'decided' };
  const storedRow = await find(trx, 'admissions', { messageId }, ['state', 'askedAt']);
  if (storedRow?.state === 'admitted') return { outcome: 'admitted' };
  const others = await othersOf(trx, request);
  const { limits, isDirect } = request;
  // Of direct questions only their own kind counts.
  const counting = others.filter((other) => !isDirect || other.isDirect);
  const shares = limits ? sharesOf(isDirect ? 'direct' : 'requested', limits) : [];
  if (isUsedUp(counting, request, shares)) return { outcome: 'refused', reason: 'asked_too_often' };
  if (refused !== null) return { outcome: 'refused', reason: refused };
  const now = request.now.getTime();
  const peopleUntil = notBefore?.getTime() ?? 0;
  if (peopleUntil > now) return { outcome: 'wait', reason: 'people_first', milliseconds: peopleUntil - now };
  const askedAt = storedRow?.askedAt ?? now;
  const until = freeAt(others, request);
  if (until <= now) {
    await save(trx, request, { state: 'admitted', askedAt, waitUntil: now });
    return { outcome: 'admitted' };
  }
  const waiting = others.filter(
    ({ channelId, state, waitUntil }) =>
      channelId === request.channelId && state === 'waiting' && waitUntil > now - graceMilliseconds,
  );
  if (!mayWait(until, askedAt, storedRow ? null : waiting.length))
    return { outcome: 'refused', reason: 'cooldown' };
  await save(trx, request, { state: 'waiting', askedAt, waitUntil: until });
  return { outcome: 'wait', reason: 'cooldown', milliseconds: until - now };
}

async function takeShare(trx: Transaction, { id, kind, limits, ...by }: ShareRequest): Promise<boolean> {
  const request = { ...by, messageId: `${kind}/${id}`, isDirect: false };
  if (await find(trx, 'admissions', { messageId: request.messageId }, ['state'])) return true;
  const others = await othersOf(trx, request);
  // Of calls only their own kind counts; of other requests, everything.
  const counting = others.filter(({ state }) => kind !== 'called' || state === kind);
  if (isUsedUp(counting, request, sharesOf(kind, limits))) return false;
  const at = request.now.getTime();
  await save(trx, request, { state: kind, askedAt: at, waitUntil: at });
  return true;
}

/** What else was asked in the guild, for as long as it is kept. */
const othersOf = (trx: Transaction, { messageId, guildId }: Use): Promise<readonly Row<'admissions'>[]> =>
  trx
    .selectFrom('admissions')
    .selectAll()
    .where('guildId', '=', guildId)
    .where('messageId', '<>', messageId)
    .execute();

/** Whether the member, the channel or the server has asked as much as they may in some time. */
const isUsedUp = (
  others: readonly Row<'admissions'>[],
  { now, ...by }: Use,
  shares: ReturnType<typeof sharesOf>,
): boolean =>
  shares.some(({ of, most, milliseconds }) => {
    const isOfShare = (other: Row<'admissions'>) =>
      other.askedAt > now.getTime() - milliseconds && (of === null || other[of] === by[of]);
    return others.filter(isOfShare).length >= most;
  });

/** When both cooldowns end for this question. */
function freeAt(others: readonly Row<'admissions'>[], { cooldown, now, ...by }: AdmissionRequest): number {
  const time = now.getTime();
  const pauses = [
    ['userId', cooldown?.user_cooldown_seconds ?? 0],
    ['channelId', cooldown?.channel_cooldown_seconds ?? 0],
  ] as const;
  const ends = pauses.map(([column, seconds]) => {
    if (seconds <= 0) return time;
    const ownTurns = others.filter((other) => other[column] === by[column]);
    const posted = ownTurns.flatMap(({ state, changedAt }) => (state === 'posted' ? [changedAt] : []));
    const isAnswering = ownTurns.some(
      ({ state, changedAt }) => state === 'admitted' && changedAt > time - inFlightMilliseconds,
    );
    const lastPostedAt = posted.toSorted((a, b) => a - b).at(-1) ?? null;
    return freeFrom({ lastPostedAt, isAnswering, pause: seconds * 1_000 }, time);
  });
  return Math.max(...ends);
}

const save = (
  trx: Transaction,
  { messageId, guildId, channelId, userId, now, isDirect }: Use & { readonly isDirect: boolean },
  since: Pick<Row<'admissions'>, 'state' | 'askedAt' | 'waitUntil'>,
): Promise<void> => {
  const about = { messageId, guildId, channelId, userId, isDirect };
  return upsert(trx, 'admissions', { ...about, ...since, changedAt: now.getTime() });
};

/** For use in the transaction that changes the status: a posted answer starts the cooldowns. */
export async function noteAdmissionEnd(
  trx: Transaction,
  messageId: string,
  state: 'posted' | 'ended',
  at: Date,
): Promise<void> {
  await update(trx, 'admissions', { messageId }, { state, changedAt: at.getTime() });
}
