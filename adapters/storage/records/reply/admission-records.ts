import { sharesOf, type ShareRequest } from '../../../../domain/reply/member-shares.ts';
import type {
  Admission,
  AdmissionRecords,
  AdmissionRequest,
} from '../../../../domain/ports/reply-records.ts';
import { purging } from '../../database/purging.ts';
import { countIn, find, update, upsert, values, type Row } from '../../database/rows.ts';
import { first, type Database, type Section } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';
import { totals } from '../models/usage-records.ts';
import { hasReplyRecord } from './reply-record-rows.ts';

/** A question waits at most ten minutes for a cooldown, and at most twenty wait per channel. */
const longestWaitMilliseconds = 600_000;
const mostWaiting = 20;
/** The longest time that an unfinished answer delays others; its run has certainly ended by then. */
const inFlightMilliseconds = 600_000;
/** How soon to look again while another answer is being generated. */
const lookAgainMilliseconds = 10_000;
/** A waiting question that has not returned within a minute of its turn loses its place. */
const graceMilliseconds = 60_000;
const keptMilliseconds = 86_400_000;

export const createAdmissionRecords = (
  database: Database,
  purge = purging('admissions', 'changedAt', (now) => now.getTime() - keptMilliseconds),
): AdmissionRecords => ({
  admit: (request) =>
    database.write(
      function* () {
        yield* purge(request.now);
        return yield* admit(request);
      },
      [`message ${request.messageId}`, `guild ${request.guildId}`],
    ),

  takeShare: (request) =>
    database.write(
      function* () {
        yield* purge(request.now);
        return yield* takeShare(request);
      },
      [`guild ${request.guildId}`],
    ),
});

function* admit(request: AdmissionRequest): Section<Admission> {
  const { messageId, refused, notBefore, cooldown } = request;
  if (yield* hasReplyRecord(messageId)) return { outcome: 'decided' };
  const known = yield* find('admissions', { messageId }, ['state', 'askedAt']);
  if (known?.state === 'admitted') return { outcome: 'admitted' };
  if (yield* isSpent(request)) return { outcome: 'refused', reason: 'budget_spent' };
  if (yield* isFlooded(request)) return { outcome: 'refused', reason: 'asked_too_often' };
  if (refused !== null) return { outcome: 'refused', reason: refused };
  const now = request.now.getTime();
  const peopleUntil = notBefore?.getTime() ?? 0;
  if (peopleUntil > now) return { outcome: 'wait', reason: 'people_first', milliseconds: peopleUntil - now };
  const askedAt = known?.askedAt ?? now;
  const until = cooldown ? yield* freeAt({ ...request, cooldown, askedAt }) : now;
  if (until <= now) {
    yield* save(request, { state: 'admitted', askedAt, waitUntil: now });
    return { outcome: 'admitted' };
  }
  const isTooLong = until - askedAt > longestWaitMilliseconds;
  if (isTooLong || (!known && (yield* waitingIn(request)) >= mostWaiting)) {
    return { outcome: 'refused', reason: 'cooldown' };
  }
  yield* save(request, { state: 'waiting', askedAt, waitUntil: until });
  return { outcome: 'wait', reason: 'cooldown', milliseconds: until - now };
}

/** When both cooldowns end for this question, after those that have waited longer. */
function* freeAt(
  request: AdmissionRequest & {
    readonly cooldown: NonNullable<AdmissionRequest['cooldown']>;
    readonly askedAt: number;
  },
): Section<number> {
  const { channelId, userId, cooldown } = request;
  const { user_cooldown_seconds: userSeconds, channel_cooldown_seconds: channelSeconds } = cooldown;
  const user = userSeconds > 0 ? yield* turnIn(request, ['userId', userId], userSeconds * 1000) : 0;
  const channel =
    channelSeconds > 0 ? yield* turnIn(request, ['channelId', channelId], channelSeconds * 1000) : 0;
  return Math.max(user, channel);
}

function* turnIn(
  { messageId, guildId, now, askedAt }: AdmissionRequest & { readonly askedAt: number },
  [column, id]: readonly ['userId' | 'channelId', string],
  pause: number,
): Section<number> {
  const time = now.getTime();
  const others = tables
    .selectFrom('admissions')
    .where('guildId', '=', guildId)
    .where(column, '=', id)
    .where('messageId', '<>', messageId);
  // Queried in the order of the states, so that a question that changes state meanwhile is seen at least once.
  const inFlight = yield* first(
    others
      .select('messageId')
      .where('state', '=', 'admitted')
      .where('changedAt', '>', time - inFlightMilliseconds),
  );
  const posted = yield* first(
    others.select(({ fn }) => fn.max('changedAt').as('last')).where('state', '=', 'posted'),
  );
  const ahead = yield* values(
    others
      .select('waitUntil')
      .where('state', '=', 'waiting')
      .where('waitUntil', '>', time - graceMilliseconds)
      .where((row) => {
        const asked = row.and([row('askedAt', '=', askedAt), row('messageId', '<', messageId)]);
        return row.or([row('askedAt', '<', askedAt), asked]);
      })
      .orderBy('waitUntil'),
  );
  const over = Math.max(
    posted?.last == null ? 0 : posted.last + pause,
    inFlight ? time + lookAgainMilliseconds : 0,
  );
  // The first time that keeps the pause to all earlier turns.
  return ahead.reduce(
    (turn, other) => (other < turn + pause ? Math.max(turn, other + pause) : turn),
    Math.max(over, time),
  );
}

function* isSpent({ guildId, userId, budget }: AdmissionRequest): Section<boolean> {
  const shares = [
    [{ userId }, budget.per_user],
    [{ guildId }, budget.per_guild],
  ] as const;
  for (const [of, { calls_per_day: mostCalls, tokens_per_day: mostTokens }] of shares) {
    if (mostCalls === null && mostTokens === null) continue;
    const used = yield* totals({ day: budget.day, operation: 'reply', ...of });
    if (used.calls >= (mostCalls ?? Infinity)) return true;
    if (used.inputTokens + used.outputTokens >= (mostTokens ?? Infinity)) return true;
  }
  return false;
}

/** Whether the member, the channel or the server has asked as much as they may in some time. */
const isFlooded = ({ limits, isDirect, ...request }: AdmissionRequest): Section<boolean> =>
  isUsedUp(
    request,
    limits ? sharesOf(isDirect ? 'direct' : 'requested', limits) : [],
    isDirect ? { isDirect: 1 } : {},
  );

/** Of direct questions and calls only their own kind counts; of other requests, everything. */
function* isUsedUp(
  {
    messageId,
    guildId,
    now,
    ...by
  }: Pick<AdmissionRequest, 'messageId' | 'guildId' | 'channelId' | 'userId' | 'now'>,
  shares: ReturnType<typeof sharesOf>,
  only: Partial<Row<'admissions'>> = {},
): Section<boolean> {
  for (const { of, most, milliseconds } of shares) {
    const own = of === null ? {} : { [of]: by[of] };
    const used = tables
      .selectFrom('admissions')
      .where((row) => row.and({ guildId, ...only, ...own }))
      .where('messageId', '<>', messageId)
      .where('askedAt', '>', now.getTime() - milliseconds);
    if ((yield* countIn(used)) >= most) return true;
  }
  return false;
}

function* takeShare({ id, kind, limits, ...by }: ShareRequest): Section<boolean> {
  const request = { ...by, messageId: `${kind}/${id}`, isDirect: false };
  if (yield* find('admissions', { messageId: request.messageId }, ['state'])) return true;
  if (yield* isUsedUp(request, sharesOf(kind, limits), kind === 'called' ? { state: kind } : {}))
    return false;
  const at = request.now.getTime();
  yield* save(request, { state: kind, askedAt: at, waitUntil: at });
  return true;
}

const waitingIn = ({ guildId, channelId, now }: AdmissionRequest): Section<number> =>
  countIn(
    tables
      .selectFrom('admissions')
      .where('guildId', '=', guildId)
      .where('channelId', '=', channelId)
      .where('state', '=', 'waiting')
      .where('waitUntil', '>', now.getTime() - graceMilliseconds),
  );

const save = (
  {
    messageId,
    guildId,
    channelId,
    userId,
    now,
    isDirect,
  }: Pick<AdmissionRequest, 'messageId' | 'guildId' | 'channelId' | 'userId' | 'now' | 'isDirect'>,
  since: Pick<Row<'admissions'>, 'state' | 'askedAt' | 'waitUntil'>,
): Section<void> => {
  const about = { messageId, guildId, channelId, userId, isDirect: Number(isDirect) };
  return upsert('admissions', { ...about, ...since, changedAt: now.getTime() });
};

/** For use in the section that changes the status: a posted answer starts the cooldowns. */
export function* noteAdmissionEnd({
  messageId,
  posted,
  at,
}: {
  readonly messageId: string;
  readonly posted: boolean;
  readonly at: Date;
}): Section<void> {
  const end = { state: posted ? 'posted' : 'ended', changedAt: at.getTime() };
  yield* update('admissions', { messageId }, end);
}
