import { STATUS_CODES } from 'node:http';
import { refusals, refused } from '../../adapters/discord/emulator/rest/rest-request.ts';
import type { Fault } from '../../test/support/discord/test-discord.ts';
import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import type { FaultResult } from './provider-cases.ts';
import { askEach } from './ask-each.ts';

/** The requests that Discord can fail while a question is answered. A thread has its message's id. */
const steps = {
  'reading the channel': { method: 'GET', path: (channel: string) => `/channels/${channel}/messages$` },
  'opening the thread': {
    method: 'POST',
    path: (channel: string, message: string) => `/channels/${channel}/messages/${message}/threads$`,
  },
  'posting the answer': {
    method: 'POST',
    path: (_: string, message: string) => `/channels/${message}/messages$`,
  },
} as const;

type Step = keyof typeof steps;

interface DiscordCase {
  readonly name: string;
  readonly step: Step;
  readonly fault: Fault;
  /** The number of requests that meet it. */
  readonly times: number;
  /** The row's final reason. */
  readonly reason: ReplyRecord['reason'];
}

const page = (status: number, headers = {}): Fault => ({
  status,
  body: Buffer.from(`<html>${STATUS_CODES[status]}</html>`),
  headers: { 'content-type': 'text/html', ...headers },
});
const limit = (headers: Readonly<Record<string, string>>, isGlobal = false): Fault => ({
  status: 429,
  body: { message: 'You are being rate limited.', retry_after: 0.2, global: isGlobal },
  headers: { 'retry-after': '1', ...headers },
});

/** Temporary faults: the member gets one answer, whatever the request has already done. */
const passing: Readonly<Record<string, Fault>> = {
  'a connection that is cut': 'cut',
  'a connection that is cut when the work is done': 'cut after',
  'an answer after two seconds': { slowMilliseconds: 2_000 },
  'status 500': { status: 500, body: {} },
  'status 500 with a web page': page(500),
  'status 502': page(502),
  'status 503': page(503),
  'status 504': page(504),
  'status 408': page(408),
  'a refusal by the CDN': page(403),
  'a token that is refused once': refused(401, 0, '401: Unauthorized'),
  'a limit of the route': limit({ 'x-ratelimit-scope': 'user' }),
  'a limit of the channel': limit({ 'x-ratelimit-scope': 'shared' }),
  'a limit for the whole bot': limit({ 'x-ratelimit-global': 'true', 'x-ratelimit-scope': 'global' }, true),
};

/** Lasting faults: the row names the cause, and the channel shows no partial answer. */
const lasting: readonly (readonly [string, Fault, ReplyRecord['reason']])[] = [
  ['a missing permission', refusals.missingPermissions, 'post_chat_forbidden'],
  ['no access', refusals.missingAccess, 'post_chat_forbidden'],
  ['a wrong form', refusals.invalidForm, 'post_chat_refused'],
  ['AutoMod', refused(400, 200_000, 'Blocked'), 'post_chat_blocked_by_automod'],
  ['a channel that is gone', refusals.unknownChannel, 'post_chat_unknown_channel'],
  ['a locked thread', refused(400, 160_005, 'Thread is locked'), 'post_chat_refused'],
];

const cases: readonly DiscordCase[] = [
  ...Object.keys(steps).flatMap((step) =>
    Object.entries(passing).map(([name, fault]) => ({
      name: `${name}, ${step}`,
      step: step as Step,
      fault,
      times: 1,
      reason: 'answered' as const,
    })),
  ),
  ...lasting.map(([name, fault, reason]) => ({
    name: `${name}, posting the answer`,
    step: 'posting the answer' as const,
    fault,
    times: 100,
    reason,
  })),
  // An answer without a thread of its own is better than none, unless its channel is gone.
  ...lasting.map(([name, fault, reason]) => ({
    name: `${name}, opening the thread`,
    step: 'opening the thread' as const,
    fault,
    times: 100,
    reason: fault === refusals.unknownChannel ? reason : ('answered' as const),
  })),
  {
    name: 'a thread that is archived, posting the answer',
    step: 'posting the answer',
    fault: refusals.archived,
    times: 1,
    reason: 'answered',
  },
  {
    name: 'as many threads as there may be, opening the thread',
    step: 'opening the thread',
    fault: refused(400, 160_006, 'Maximum number of active threads reached'),
    times: 100,
    reason: 'answered',
  },
];

/**
 * Plays each fault while a question is answered, through the real Discord adapter, and checks the row and what members
 * see.
 */
export const discordFaults = (): Promise<readonly FaultResult[]> =>
  askEach(cases, {
    begin: ({ discord, channelId, messageId }, { step, fault, times }) => {
      discord.fail(steps[step].method, pathOf(step, { channelId, messageId }), fault, times);
    },
    holds: ({ step, reason }, { record, posts, requests, ...at }) => ({
      'the request': requests.some(
        ({ method, path }) => method === steps[step].method && pathOf(step, at).test(path),
      ),
      row: record?.reason === reason,
      'what members see': reason === 'answered' ? isPosted(record, posts) : posts.length === 0,
    }),
  });

const pathOf = (
  step: Step,
  { channelId, messageId }: { readonly channelId: string; readonly messageId: string },
): RegExp => new RegExp(steps[step].path(channelId, messageId), 'u');

const isPosted = (record: ReplyRecord | null, posts: readonly string[]): boolean =>
  record?.post?.parts.map((part) => part.trim()).join('|') === posts.join('|');
