import { z } from 'zod';
import { count, discordId, filledText, httpUrl, named, seconds, secret } from './fields.ts';
import { graphName } from './graphs.ts';
import { profileName } from './topics.ts';

export const channelConfig = z.strictObject({
  mode: z
    .enum(['all', 'mention'])
    .meta({ expects: 'all or mention' })
    .default('all')
    .describe(
      'Which questions are answered here: all; or those that mention Steward or reply to it, and those in threads that it opened.',
    ),
  capture: z
    .boolean()
    .nullable()
    .default(null)
    .describe(
      'Learn from what the team answers here. null: only if everyone can read the channel; true: in any case.',
    ),
  user_cooldown_seconds: z
    .number()
    .min(0)
    .max(600)
    .default(60)
    .describe(
      'After an answer to a member, further unasked questions of theirs in a channel wait for so long. 0: not at all.',
    ),
  channel_cooldown_seconds: z
    .number()
    .min(0)
    .max(600)
    .default(30)
    .describe(
      'After an answer to a question in the channel, further unasked ones wait for so long. 0: not at all.',
    ),
  answer_after_seconds: z
    .number()
    .min(0)
    .max(86_400)
    .default(0)
    .describe('Let people answer an unasked question first, for so long. 0: answer at once.'),
  how_sure: count({ min: 0, max: 10 })
    .nullable()
    .default(null)
    .describe(
      'How sure the model has to be of an unasked answer here, from 0 to 10. null: `discord.how_sure`.',
    ),
  answer_threads: z
    .boolean()
    .nullable()
    .default(null)
    .describe('Answer in threads that members open themselves. null: in forum channels only.'),
  when_unknown: z
    .enum(['silent', 'say_so', 'hand_over'])
    .meta({ expects: 'silent, say_so or hand_over' })
    .default('silent')
    .describe(
      'What to do about a question that nothing covers: stay silent unless asked, say so, or say so and call the helper role.',
    ),
  reply_style: z
    .enum(['thread', 'reply'])
    .default('thread')
    .describe('Post answers in a thread of their own, or as replies in the channel.'),
  graph: graphName()
    .nullable()
    .default(null)
    .describe('The steps of a reply here: the name of a set. null: `ai_response.graph`.'),
  helper_role_id: discordId()
    .nullable()
    .default(null)
    .describe(
      'The role that "Ask a human" calls, once for each question. It has to be mentionable. null: there is no such button.',
    ),
  preview: z
    .boolean()
    .default(false)
    .describe('Hold each answer back until the team has accepted it in `discord.team_channel_id`.'),
  profile: profileName('What the model is told here: the name of a profile. null: that of the guild.'),
});

/** The quiet window and its end. The one that is not given goes with the other. */
const waitSeconds = 20;
const maxWaitSeconds = 120;

export const discord = z
  .strictObject({
    token: secret()
      .nullable()
      .default(null)
      .describe("The bot's token. null: only workers without the role bot can run."),
    api_url: httpUrl()
      .default('https://discord.com/api')
      .describe("Where Discord's API is. Only for a proxy of your own."),
    guild_ids: z
      .array(discordId())
      .default([])
      .describe('The servers (guilds) that Steward works in. Everywhere else it does nothing.'),
    guild_profiles: z
      .record(discordId(), filledText())
      .meta({
        expects: 'names of profiles by the id of a guild',
        example: ["'123456789012345678': some-profile"],
      })
      .default({})
      .describe('The profile of each guild. Where there is none: `ai_response.profile`.'),
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
      .optional()
      .meta({ default: waitSeconds })
      .describe(
        'The quiet window: how long a member must be silent before their messages are handled. At most `message_batch_max_wait_seconds`.',
      ),
    message_batch_max_wait_seconds: seconds({ max: 86_400 })
      .optional()
      .meta({ default: maxWaitSeconds })
      .describe(
        'Messages are handled at the latest this long after the first one of a window. Follows a longer `message_batch_wait_seconds`.',
      ),
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
    team_channel_id: discordId()
      .nullable()
      .default(null)
      .describe('Where drafts wait for the team and where it hears of trouble: a text channel of its own.'),
    feedback_buttons: z
      .boolean()
      .default(true)
      .describe('Buttons below each answer: helpful, not helpful, ask a human, remove, correct.'),
    captured_emoji: z
      .string()
      .regex(/^(?:\p{RGI_Emoji}|\w{2,32}:\d{17,20})$/v)
      .meta({ expects: 'an emoji, or name:id of one of your server' })
      .nullable()
      .default('\u{1F4DD}')
      .describe('The reaction on a team message that was learned. null: none.'),
    preview_expires_hours: count({ min: 1, max: 720 })
      .default(24)
      .describe('A draft that nobody decided on in this time is dropped.'),
    how_sure: count({ min: 0, max: 10 })
      .default(0)
      .describe(
        'How sure the model has to be of an answer, from 0 to 10, as it rates itself. An unasked answer that it is less sure of ' +
          'is not posted, and counts as unanswered. 0: any answer is posted.',
      ),
    channels: named(/^[^#\s]/u, channelConfig)
      .meta({ expects: 'channels by their id or their name without #' })
      .default({})
      .describe(
        'The channels that Steward reads, by id or name. It does nothing in those that are not listed.',
      ),
  })
  .superRefine(({ message_batch_wait_seconds: wait, message_batch_max_wait_seconds: max }, context) => {
    if (wait === undefined || max === undefined || wait <= max) return;
    const message = 'at most discord.message_batch_max_wait_seconds';
    context.addIssue({ code: 'custom', path: ['message_batch_wait_seconds'], message });
  })
  .superRefine(({ team_channel_id: teamChannelId, channels }, context) => {
    for (const [name, { preview, when_unknown: whenUnknown, helper_role_id: helperRoleId }] of Object.entries(
      channels,
    )) {
      const mistake = (key: string, message: string) =>
        context.addIssue({ code: 'custom', path: ['channels', name, key], message });
      if (preview && teamChannelId === null)
        mistake('preview', 'false, or discord.team_channel_id where drafts go');
      if (whenUnknown === 'hand_over' && helperRoleId === null)
        mistake('when_unknown', 'silent or say_so, or a helper_role_id in the same channel');
    }
  })
  .transform(({ message_batch_wait_seconds: wait, message_batch_max_wait_seconds: max, ...settings }) => ({
    ...settings,
    message_batch_wait_seconds: wait ?? Math.min(waitSeconds, max ?? waitSeconds),
    message_batch_max_wait_seconds: max ?? Math.max(maxWaitSeconds, wait ?? 0),
  }));
