import { z } from 'zod';
import { count, discordId, httpUrl, seconds, secret } from './fields.ts';
import { graphName } from './graphs.ts';

const channel = z.strictObject({
  mode: z
    .enum(['all', 'mention'])
    .meta({ expects: 'all or mention' })
    .default('all')
    .describe(
      'Which questions are answered here: all, or only those that mention Steward or reply to it (threads that it opened included).',
    ),
  capture: z
    .boolean()
    .nullable()
    .default(null)
    .describe(
      'Learn from what the team answers here. null: only if everyone can read the channel; true: in any case.',
    ),
  answer_threads: z
    .boolean()
    .nullable()
    .default(null)
    .describe('Answer in threads that members open themselves. null: in forum channels only.'),
  when_unknown: z
    .enum(['silent', 'say_so'])
    .meta({ expects: 'silent or say_so' })
    .default('silent')
    .describe('What to do about an unasked question that nothing covers: stay silent, or say so.'),
  reply_style: z
    .enum(['thread', 'reply'])
    .default('thread')
    .describe('Post answers in a thread of their own, or as replies in the channel.'),
  graph: graphName()
    .nullable()
    .default(null)
    .describe('The steps of a reply here: the name of a set. null: `ai_response.graph`.'),
});

/** Both waits, whatever else is wrong beside them. */
const waits = z.object({
  message_batch_wait_seconds: z.number(),
  message_batch_max_wait_seconds: z.number(),
});

export const discord = z
  .strictObject({
    token: secret()
      .nullable()
      .default(null)
      .describe("The bot's token. null: the worker serves the community in the terminal instead."),
    api_url: httpUrl()
      .default('https://discord.com/api')
      .describe("Where Discord's API is. Only for a proxy of your own."),
    guild_ids: z
      .array(discordId())
      .default([])
      .describe('The servers (guilds) that Steward works in. Everywhere else it does nothing.'),
    team_member_ids: z
      .array(discordId())
      .default([])
      .describe('The people whose answers count as knowledge and who never get an answer themselves.'),
    team_role_ids: z.array(discordId()).default([]).describe('Roles whose holders count as team members.'),
    ignored_user_ids: z
      .array(discordId())
      .default([])
      .describe('People whose messages lead to nothing, even when they mention Steward.'),
    ignored_role_ids: z
      .array(discordId())
      .default([])
      .describe('Roles whose holders are ignored like `ignored_user_ids`. Team members are never ignored.'),
    message_batch_wait_seconds: seconds({ max: 3600 })
      .default(20)
      .describe('The quiet window: how long a member must be silent before their messages are handled.'),
    message_batch_max_wait_seconds: seconds({ max: 86_400 })
      .default(120)
      .describe('Messages are handled at the latest this long after the first one of a window.'),
    message_grouping_window_seconds: seconds({ max: 86_400 })
      .default(300)
      .describe('Neighbouring messages of the same author within this time count as one, in reply chains.'),
    reply_max_age_hours: count({ min: 1, max: 720 })
      .default(12)
      .describe('Older questions are not answered any more.'),
    catch_up_max_age_hours: count({ min: 1, max: 720 })
      .default(72)
      .describe(
        'After an absence, messages that were written meanwhile are fetched and handled, unless they are older than this.',
      ),
    channels: z
      .record(z.string().regex(/^[^#\s]/), channel)
      .meta({ expects: 'channels by their id or their name without #' })
      .default({})
      .describe(
        'The channels that Steward reads, by id or name. It does nothing in those that are not listed.',
      ),
  })
  .refine((value) => value.message_batch_wait_seconds <= value.message_batch_max_wait_seconds, {
    path: ['message_batch_wait_seconds'],
    message: 'at most discord.message_batch_max_wait_seconds',
    when: ({ value }) => waits.safeParse(value).success,
  });
