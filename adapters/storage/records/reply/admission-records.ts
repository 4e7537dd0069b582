import type {
  Admission,
  AdmissionRecords,
  AdmissionRequest,
  ShareLimits,
} from '../../../../domain/ports/reply-records.ts';
import { purging } from '../../database/purging.ts';
import { countIn, find, update, upsert, values } from '../../database/rows.ts';
import { first, type Database, type Section } from '../../database/section.ts';
import { tables } from '../../database/tables.ts';
import { refusedByProvider } from '../operations/usage-records.ts';
import { hasReplyRecord } from './reply-record-rows.ts';

/** SPEC.md section 6: a question waits at most ten minutes for a cooldown, and at most twenty in a channel do. */
const longestWaitMilliseconds = 600_000;
const mostWaiting = 20;
/** The longest time that an unfinished answer holds others back. Its run has died for good by then. */
const inFlightMilliseconds = 600_000;
/** While one is in the making, when it ends is not known: the others look again. */
const lookAgainMilliseconds = 10_000;
/** A waiting question that has not returned within a minute of its turn loses its place. */
const graceMilliseconds = 60_000;
const keptMilliseconds = 86_400_000;

export const createAdmissionRecords = (
  database: Database,
  purge = purging('admissions', 'changed_at', (now) => now.getTime() - keptMilliseconds),
): AdmissionRecords => ({
  admit: (request) =>
    database.write(
      function* () {
        yield* purge(request.now);
        return yield* admit(request);
      },
      [`message ${request.messageId}`, `guild ${request.guildId}`],
    ),
});

function* admit(request: AdmissionRequest): Section<Admission> {
  const { messageId, refused, notBefore, cooldown } = request;
  if (yield* hasReplyRecord(messageId)) return { outcome: 'decided' };
  const known = yield* find('admissions', { message_id: messageId }, ['state', 'asked_at']);
  if (known?.state === 'admitted') return { outcome: 'admitted' };
  if (yield* isSpent(request)) return { outcome: 'refused', reason: 'budget_spent' };
  if (yield* isFlooded(request)) return { outcome: 'refused', reason: 'asked_too_often' };
  if (refused !== null) return { outcome: 'refused', reason: refused };
  const now = request.now.getTime();
  const peopleUntil = notBefore?.getTime() ?? 0;
  if (peopleUntil > now) return { outcome: 'wait', reason: 'people_first', milliseconds: peopleUntil - now };
  const askedAt = known?.asked_at ?? now;
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

/** When both cooldowns are over for this question, those that wait longer before it. */
function* freeAt(
  request: AdmissionRequest & {
    readonly cooldown: NonNullable<AdmissionRequest['cooldown']>;
    readonly askedAt: number;
  },
): Section<number> {
  const { channelId, userId, cooldown } = request;
  const { user_cooldown_seconds: userSeconds, channel_cooldown_seconds: channelSeconds } = cooldown;
  const user = userSeconds > 0 ? yield* turnIn(request, ['user_id', userId], userSeconds * 1000) : 0;
  const channel =
    channelSeconds > 0 ? yield* turnIn(request, ['channel_id', channelId], channelSeconds * 1000) : 0;
  return Math.max(user, channel);
}

function* turnIn(
  { messageId, guildId, now, askedAt }: AdmissionRequest & { readonly askedAt: number },
  [column, id]: readonly ['user_id' | 'channel_id', string],
  pause: number,
): Section<number> {
  const time = now.getTime();
  const others = tables
    .selectFrom('admissions')
    .where('guild_id', '=', guildId)
    .where(column, '=', id)
    .where('message_id', '<>', messageId);
  // In the order in which a question goes through them: one that moves on meanwhile is seen at least once.
  const inFlight = yield* first(
    others
      .select('message_id')
      .where('state', '=', 'admitted')
      .where('changed_at', '>', time - inFlightMilliseconds),
  );
  const posted = yield* first(
    others.select(({ fn }) => fn.max('changed_at').as('last')).where('state', '=', 'posted'),
  );
  const ahead = yield* values(
    others
      .select('wait_until')
      .where('state', '=', 'waiting')
      .where('wait_until', '>', time - graceMilliseconds)
      .where((row) => {
        const asked = row.and([row('asked_at', '=', askedAt), row('message_id', '<', messageId)]);
        return row.or([row('asked_at', '<', askedAt), asked]);
      })
      .orderBy('wait_until'),
  );
  const over = Math.max(
    posted?.last == null ? 0 : posted.last + pause,
    inFlight ? time + lookAgainMilliseconds : 0,
  );
  // The first time from then on that leaves a pause to the turns of those who came before.
  return ahead.reduce(
    (turn, other) => (other < turn + pause ? Math.max(turn, other + pause) : turn),
    Math.max(over, time),
  );
}

/** Booked calls count with their estimates, so that what runs at once counts too. */
function* isSpent({ guildId, userId, budget }: AdmissionRequest): Section<boolean> {
  const used = function* (column: 'guild_id' | 'user_id', id: string, limits: ShareLimits): Section<boolean> {
    if (limits.calls_per_day === null && limits.tokens_per_day === null) return false;
    const row = yield* first(
      tables
        .selectFrom('model_usage')
        .select(({ fn }) => [
          fn.countAll<number | string>().as('calls'),
          fn.sum<number | string | null>('input_tokens').as('input_tokens'),
          fn.sum<number | string | null>('output_tokens').as('output_tokens'),
        ])
        .where('day', '=', budget.day)
        .where('settled', '<', refusedByProvider)
        .where('operation', '=', 'reply')
        .where(column, '=', id),
    );
    const tokens = Number(row?.input_tokens ?? 0) + Number(row?.output_tokens ?? 0);
    return (
      Number(row?.calls) >= (limits.calls_per_day ?? Infinity) ||
      tokens >= (limits.tokens_per_day ?? Infinity)
    );
  };
  return (
    (yield* used('user_id', userId, budget.per_user)) || (yield* used('guild_id', guildId, budget.per_guild))
  );
}

const hourMilliseconds = 3_600_000;

/** Whether the last hour had as many direct questions as the member, the channel or the server may ask. */
function* isFlooded({ guildId, channelId, userId, now, direct }: AdmissionRequest): Section<boolean> {
  if (direct === null) return false;
  const asked = tables
    .selectFrom('admissions')
    .where('guild_id', '=', guildId)
    .where('is_direct', '=', 1)
    .where('asked_at', '>', now.getTime() - hourMilliseconds);
  const shares = [
    [asked.where('user_id', '=', userId), direct.direct_per_member_per_hour],
    [asked.where('channel_id', '=', channelId), direct.direct_per_channel_per_hour],
    [asked, direct.direct_per_guild_per_hour],
  ] as const;
  for (const [counted, limit] of shares) {
    if (limit !== null && (yield* countIn(counted)) >= limit) return true;
  }
  return false;
}

const waitingIn = ({ guildId, channelId, now }: AdmissionRequest): Section<number> =>
  countIn(
    tables
      .selectFrom('admissions')
      .where('guild_id', '=', guildId)
      .where('channel_id', '=', channelId)
      .where('state', '=', 'waiting')
      .where('wait_until', '>', now.getTime() - graceMilliseconds),
  );

function* save(
  { messageId, guildId, channelId, userId, now, direct }: AdmissionRequest,
  {
    state,
    askedAt,
    waitUntil,
  }: { readonly state: 'waiting' | 'admitted'; readonly askedAt: number; readonly waitUntil: number },
): Section<void> {
  const row = {
    message_id: messageId,
    guild_id: guildId,
    channel_id: channelId,
    user_id: userId,
    state,
    asked_at: askedAt,
    wait_until: waitUntil,
    changed_at: now.getTime(),
    is_direct: direct === null ? 0 : 1,
  };
  yield* upsert('admissions', row);
}

/** Part of the transaction that moves the row of a question on: an answer that was posted starts the cooldowns. */
export function* noteAdmissionEnd({
  messageId,
  posted,
  at,
}: {
  readonly messageId: string;
  readonly posted: boolean;
  readonly at: Date;
}): Section<void> {
  const end = { state: posted ? 'posted' : 'ended', changed_at: at.getTime() };
  yield* update('admissions', { message_id: messageId }, end);
}
