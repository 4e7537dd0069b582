import type { DatabaseSync } from 'node:sqlite';
import type {
  Admission,
  AdmissionRecords,
  AdmissionRequest,
  ShareLimits,
} from '../../../domain/ports/admission.ts';
import { transaction } from '../sqlite/transaction.ts';
import { findReplyRecord } from './reply-record-rows.ts';

/** SPEC.md section 6: a question waits at most ten minutes for a cooldown, and at most twenty in a channel do. */
const longestWaitMilliseconds = 600_000;
const mostWaiting = 20;
/** An answer in the making holds others back for so long at most: its run has died for good by then. */
const inFlightMilliseconds = 600_000;
/** While one is in the making, when it ends is not known: the others look again. */
const lookAgainMilliseconds = 10_000;
/** Who did not come back so long after their time is no longer ahead of anybody. */
const graceMilliseconds = 60_000;
const keptMilliseconds = 86_400_000;
const purgedPerCall = 200;

export function createAdmissionRecords(db: DatabaseSync): AdmissionRecords {
  return {
    async admit(request) {
      return transaction(db, () => {
        purge(db, request.now.getTime());
        return admit(db, request);
      });
    },
  };
}

function admit(db: DatabaseSync, request: AdmissionRequest): Admission {
  const { messageId, refused, notBefore, cooldown } = request;
  if (findReplyRecord(db, messageId)) return { outcome: 'decided' };
  const known = find(db, messageId);
  if (known?.state === 'admitted') return { outcome: 'admitted' };
  if (isSpent(db, request)) return { outcome: 'refused', reason: 'budget_spent' };
  if (refused !== null) return { outcome: 'refused', reason: refused };
  const now = request.now.getTime();
  const peopleUntil = notBefore?.getTime() ?? 0;
  if (peopleUntil > now) return { outcome: 'wait', reason: 'people_first', milliseconds: peopleUntil - now };
  const askedAt = known?.askedAt ?? now;
  const until = cooldown ? freeAt(db, { ...request, cooldown, askedAt }) : now;
  if (until <= now) {
    save(db, request, { state: 'admitted', askedAt, waitUntil: now });
    return { outcome: 'admitted' };
  }
  if (until - askedAt > longestWaitMilliseconds || (!known && waitingIn(db, request) >= mostWaiting)) {
    return { outcome: 'refused', reason: 'cooldown' };
  }
  save(db, request, { state: 'waiting', askedAt, waitUntil: until });
  return { outcome: 'wait', reason: 'cooldown', milliseconds: until - now };
}

/** When both cooldowns are over for this question, those that wait longer before it. */
function freeAt(
  db: DatabaseSync,
  request: AdmissionRequest & {
    readonly cooldown: NonNullable<AdmissionRequest['cooldown']>;
    readonly askedAt: number;
  },
): number {
  const { guildId, channelId, userId, cooldown } = request;
  const inGuild = { guild: guildId, channel: null, user: userId };
  const inChannel = { guild: guildId, channel: channelId, user: null };
  return Math.max(
    cooldown.user_cooldown_seconds > 0
      ? turnIn(db, request, inGuild, cooldown.user_cooldown_seconds * 1000)
      : 0,
    cooldown.channel_cooldown_seconds > 0
      ? turnIn(db, request, inChannel, cooldown.channel_cooldown_seconds * 1000)
      : 0,
  );
}

function turnIn(
  db: DatabaseSync,
  { messageId, now, askedAt }: AdmissionRequest & { readonly askedAt: number },
  among: { readonly guild: string; readonly channel: string | null; readonly user: string | null },
  pause: number,
): number {
  const time = now.getTime();
  const inScope = `guild_id = :guild AND message_id <> :id
    AND (:channel IS NULL OR channel_id = :channel) AND (:user IS NULL OR user_id = :user)`;
  const row = db
    .prepare(
      `SELECT max(CASE WHEN state = 'posted' THEN changed_at END) AS posted_at,
         count(CASE WHEN state = 'admitted' AND changed_at > :since THEN 1 END) AS in_flight
       FROM admissions WHERE ${inScope}`,
    )
    .get({ since: time - inFlightMilliseconds, id: messageId, ...among });
  const ahead = db
    .prepare(
      `SELECT wait_until FROM admissions WHERE ${inScope} AND state = 'waiting' AND wait_until > :since
         AND (asked_at < :asked_at OR (asked_at = :asked_at AND message_id < :id)) ORDER BY wait_until`,
    )
    .all({ since: time - graceMilliseconds, asked_at: askedAt, id: messageId, ...among });
  const over = Math.max(
    row?.['posted_at'] == null ? 0 : Number(row['posted_at']) + pause,
    Number(row?.['in_flight']) > 0 ? time + lookAgainMilliseconds : 0,
  );
  // The first time from then on that leaves a pause to the turns of those who came before.
  return ahead.reduce(
    (turn, { wait_until: theirs }) => {
      const other = Number(theirs);
      return other < turn + pause ? Math.max(turn, other + pause) : turn;
    },
    Math.max(over, time),
  );
}

/** Booked calls count with their estimates, so that what runs at once counts too. */
function isSpent(db: DatabaseSync, { guildId, userId, budget }: AdmissionRequest): boolean {
  const used = (column: 'guild_id' | 'user_id', id: string, limits: ShareLimits): boolean => {
    if (limits.calls_per_day === null && limits.tokens_per_day === null) return false;
    const row = db
      .prepare(
        `SELECT count(*) AS calls, coalesce(sum(input_tokens + output_tokens), 0) AS tokens
         FROM model_usage WHERE day = ? AND operation = 'reply' AND ${column} = ?`,
      )
      .get(budget.day, id);
    return (
      Number(row?.['calls']) >= (limits.calls_per_day ?? Infinity) ||
      Number(row?.['tokens']) >= (limits.tokens_per_day ?? Infinity)
    );
  };
  return used('user_id', userId, budget.per_user) || used('guild_id', guildId, budget.per_guild);
}

const waitingIn = (db: DatabaseSync, { guildId, channelId, now }: AdmissionRequest): number =>
  Number(
    db
      .prepare(
        `SELECT count(*) AS n FROM admissions
         WHERE guild_id = ? AND channel_id = ? AND state = 'waiting' AND wait_until > ?`,
      )
      .get(guildId, channelId, now.getTime() - graceMilliseconds)?.['n'],
  );

function find(db: DatabaseSync, messageId: string) {
  const row = db.prepare('SELECT state, asked_at FROM admissions WHERE message_id = ?').get(messageId);
  return row ? { state: String(row['state']), askedAt: Number(row['asked_at']) } : null;
}

function save(
  db: DatabaseSync,
  { messageId, guildId, channelId, userId, now }: AdmissionRequest,
  {
    state,
    askedAt,
    waitUntil,
  }: { readonly state: 'waiting' | 'admitted'; readonly askedAt: number; readonly waitUntil: number },
): void {
  db.prepare(
    `INSERT OR REPLACE INTO admissions
       (message_id, guild_id, channel_id, user_id, state, asked_at, wait_until, changed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(messageId, guildId, channelId, userId, state, askedAt, waitUntil, now.getTime());
}

/** Part of the transaction that moves the row of a question on: an answer that was posted starts the cooldowns. */
export function noteAdmissionEnd(
  db: DatabaseSync,
  { messageId, posted, at }: { readonly messageId: string; readonly posted: boolean; readonly at: Date },
): void {
  db.prepare('UPDATE admissions SET state = ?, changed_at = ? WHERE message_id = ?').run(
    posted ? 'posted' : 'ended',
    at.getTime(),
    messageId,
  );
}

function purge(db: DatabaseSync, now: number): void {
  db.prepare(
    `DELETE FROM admissions WHERE message_id IN
       (SELECT message_id FROM admissions WHERE changed_at < ? LIMIT ${purgedPerCall})`,
  ).run(now - keptMilliseconds);
}
