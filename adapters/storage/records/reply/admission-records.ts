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
import { conditionOf, countIn, find, update, upsert, type Row } from '../../database/rows.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { totals } from '../models/model-records.ts';
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
  if (await isSpent(trx, request)) return { outcome: 'refused', reason: 'budget_spent' };
  if (await isFlooded(trx, request)) return { outcome: 'refused', reason: 'asked_too_often' };
  if (refused !== null) return { outcome: 'refused', reason: refused };
  const now = request.now.getTime();
  const peopleUntil = notBefore?.getTime() ?? 0;
  if (peopleUntil > now) return { outcome: 'wait', reason: 'people_first', milliseconds: peopleUntil - now };
  const askedAt = storedRow?.askedAt ?? now;
  const until = await freeAt(trx, request);
  if (until <= now) {
    await save(trx, request, { state: 'admitted', askedAt, waitUntil: now });
    return { outcome: 'admitted' };
  }
  const waiting = storedRow ? null : await waitingIn(trx, request);
  if (!mayWait(until, askedAt, waiting)) return { outcome: 'refused', reason: 'cooldown' };
  await save(trx, request, { state: 'waiting', askedAt, waitUntil: until });
  return { outcome: 'wait', reason: 'cooldown', milliseconds: until - now };
}

/** When both cooldowns end for this question. */
async function freeAt(
  trx: Transaction,
  { cooldown, ...request }: Pick<AdmissionRequest, keyof Use | 'cooldown'>,
): Promise<number> {
  const user = await endOf(trx, request, 'userId', cooldown?.user_cooldown_seconds ?? 0);
  return Math.max(user, await endOf(trx, request, 'channelId', cooldown?.channel_cooldown_seconds ?? 0));
}

async function endOf(
  trx: Transaction,
  { messageId, guildId, now, ...by }: Use,
  column: 'userId' | 'channelId',
  seconds: number,
): Promise<number> {
  const time = now.getTime();
  if (seconds <= 0) return time;
  const others = trx
    .selectFrom('admissions')
    .where((row) => row.and({ guildId, [column]: by[column] }))
    .where('messageId', '<>', messageId);
  const inFlight = await others
    .select('messageId')
    .where('state', '=', 'admitted')
    .where('changedAt', '>', time - inFlightMilliseconds)
    .executeTakeFirst();
  const posted = await others
    .select(({ fn }) => fn.max('changedAt').as('last'))
    .where('state', '=', 'posted')
    .executeTakeFirst();
  const isAnswering = inFlight !== undefined;
  return freeFrom({ lastPostedAt: posted?.last ?? null, isAnswering, pause: seconds * 1_000 }, time);
}

async function isSpent(trx: Transaction, { guildId, userId, budget }: AdmissionRequest): Promise<boolean> {
  const shares = [
    [{ userId }, budget.per_user],
    [{ guildId }, budget.per_guild],
  ] as const;
  for (const [of, { calls_per_day: mostCalls, tokens_per_day: mostTokens }] of shares) {
    if (mostCalls === null && mostTokens === null) continue;
    const used = await totals(trx, { day: budget.day, operation: 'reply', ...of });
    if (used.calls >= (mostCalls ?? Infinity)) return true;
    if (used.inputTokens + used.outputTokens >= (mostTokens ?? Infinity)) return true;
  }
  return false;
}

/** Whether the member, the channel or the server has asked as much as they may in some time. */
const isFlooded = (trx: Transaction, { limits, isDirect, ...request }: AdmissionRequest): Promise<boolean> =>
  isUsedUp(
    trx,
    request,
    limits ? sharesOf(isDirect ? 'direct' : 'requested', limits) : [],
    isDirect ? { isDirect } : {},
  );

/** Of direct questions and calls only their own kind counts; of other requests, everything. */
async function isUsedUp(
  trx: Transaction,
  { messageId, guildId, now, ...by }: Use,
  shares: ReturnType<typeof sharesOf>,
  only: Partial<Row<'admissions'>> = {},
): Promise<boolean> {
  for (const { of, most, milliseconds } of shares) {
    const share = of === null ? {} : { [of]: by[of] };
    const used = trx
      .selectFrom('admissions')
      .where(conditionOf<'admissions'>({ guildId, ...only, ...share }))
      .where('messageId', '<>', messageId)
      .where('askedAt', '>', now.getTime() - milliseconds);
    if ((await countIn(used)) >= most) return true;
  }
  return false;
}

async function takeShare(trx: Transaction, { id, kind, limits, ...by }: ShareRequest): Promise<boolean> {
  const request = { ...by, messageId: `${kind}/${id}`, isDirect: false };
  if (await find(trx, 'admissions', { messageId: request.messageId }, ['state'])) return true;
  if (await isUsedUp(trx, request, sharesOf(kind, limits), kind === 'called' ? { state: kind } : {}))
    return false;
  const at = request.now.getTime();
  await save(trx, request, { state: kind, askedAt: at, waitUntil: at });
  return true;
}

const waitingIn = (trx: Transaction, { guildId, channelId, now }: AdmissionRequest): Promise<number> =>
  countIn(
    trx
      .selectFrom('admissions')
      .where('guildId', '=', guildId)
      .where('channelId', '=', channelId)
      .where('state', '=', 'waiting')
      .where('waitUntil', '>', now.getTime() - graceMilliseconds),
  );

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
