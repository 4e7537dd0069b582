import { z } from 'zod';
import { gates } from '../../domain/intake/question-gate.ts';
import {
  count,
  discordId,
  durationOr,
  filledText,
  trueOrFalse,
  groupLimit,
  httpUrl,
  named,
  nullByDefault,
  seconds,
  sentSecret,
} from './fields.ts';
import { graphName } from './ai-response.ts';
import { languages } from './texts.ts';
import { profileName } from './topics.ts';

export const channelConfig = z.strictObject({
  mode: z
    .enum(['all', 'mention'])
    .default('all')
    .describe(
      'Which questions Steward answers. `mention`: those that mention it or reply to it, and those in threads that it opened.',
    ),
  gate: z
    .enum(gates)
    .default('heuristic')
    .describe(
      'What drops an unasked message that is not a question. heuristic: rules, then the model. model: only the model. off: nothing; Steward looks up every message.',
    ),
  capture: z
    .union([z.boolean(), z.literal('ask'), z.null()])
    .meta({ expects: 'true, false or ask' })
    .default(null)
    .describe(
      "Learn from the team's answers. null: only if everyone can read the channel. true: in any case. ask: in any case, after a " +
        'team member has confirmed the pair in `discord.team_channel_id`.',
    ),
  user_cooldown_seconds: durationOr(60, { max: 600 }).describe(
    'With `reply_style: reply`: how long after an answer to a member Steward answers their next unasked question.',
  ),
  channel_cooldown_seconds: durationOr(30, { max: 600 }).describe(
    'With `reply_style: reply`: how long after an answer in the channel Steward answers the next unasked question there.',
  ),
  answer_after_seconds: durationOr(0, { max: 86_400 }).describe(
    'How long people may answer an unasked question before Steward does. 0: no wait.',
  ),
  how_sure: nullByDefault(count({ min: 0, max: 10 })).describe(
    'Like `discord.how_sure`, which holds if this is null.',
  ),
  answer_threads: nullByDefault(z.boolean()).describe(
    'Answer in threads that members open themselves. null: in forum channels only.',
  ),
  when_unknown: z
    .enum(['silent', 'say_so', 'hand_over'])
    .default('silent')
    .describe(
      'What to do about a question that nothing covers: stay silent (unless asked directly), say so, or say so and call the helper role.',
    ),
  reply_style: z
    .enum(['thread', 'reply'])
    .default('thread')
    .describe('Whether answers go into a thread below the question, or are replies in the channel.'),
  graph: nullByDefault(graphName()).describe('The reply graph of this channel. null: `ai_response.graph`.'),
  helper_role_id: nullByDefault(discordId()).describe(
    'The role that "Ask a human" calls, once per question. It must be mentionable. null: there is no such button.',
  ),
  language: nullByDefault(z.enum(languages)).describe(
    "The language of this channel, for messages whose language is unclear. null: the server's, else `texts.language`.",
  ),
  preview: trueOrFalse(false).describe(
    'Post an answer only after the team has approved it in `discord.team_channel_id`.',
  ),
  sources: groupLimit().describe(
    'The groups of sources that answer in this channel, with those of none; what the team says here is for these groups alone. null: all.',
  ),
  profile: profileName('The profile of this channel. null: `ai_response.profile`.'),
});

const emoji = () =>
  z
    .string()
    .regex(/^(?:\p{RGI_Emoji}|\w{2,32}:\d{17,20})$/v)
    .meta({ expects: 'an emoji, or name:id of one of your server' });

export const discord = z
  .strictObject({
    token: nullByDefault(sentSecret()).describe(
      "The bot's token. null: only workers without the role bot can run.",
    ),
    api_url: httpUrl()
      .default('https://discord.com/api')
      .describe("Where Discord's API is. Only for a proxy of your own."),
    guild_ids: z
      .array(discordId())
      .default([])
      .describe('The servers (guilds) that Steward works in. It does nothing elsewhere.'),
    team_member_ids: z
      .array(discordId())
      .default([])
      .describe('The team. Steward learns from their answers, and never answers them.'),
    team_role_ids: z.array(discordId()).default([]).describe('Roles that make their holders team members.'),
    message_batch_wait_seconds: seconds({ max: 3600 })
      .default(6)
      .describe(
        'The quiet window: how long a member must be silent before Steward handles their messages; at most 2 seconds after a mention, and longer while they type.',
      ),
    message_batch_max_wait_seconds: seconds({ max: 86_400 })
      .default(60)
      .describe('The longest quiet window, from the first message on.'),
    message_grouping_window_seconds: seconds({ max: 86_400 })
      .default(300)
      .describe('Neighbouring messages of the same author within this time count as one, in reply chains.'),
    reply_max_age_hours: count({ min: 1, max: 720 })
      .default(12)
      .describe('Steward does not answer older questions.'),
    catch_up_max_age_hours: count({ min: 1, max: 720 })
      .default(72)
      .describe('After downtime, Steward handles the messages it missed, unless they are older than this.'),
    team_channel_id: nullByDefault(discordId()).describe(
      'A text channel of the team, for what needs its approval and for reports of problems.',
    ),
    feedback_buttons: trueOrFalse(true).describe(
      'Buttons below each answer, to judge, correct or remove it, or to ask a person.',
    ),
    solved_tags: z
      .array(filledText())
      .default(['Solved'])
      .describe('Forum tags, in any case, that mark a post as solved, for `set_solved_tag`.'),
    set_solved_tag: trueOrFalse(false).describe(
      "Whether the check mark (reaction) of a forum post's author, on their question or its answer, sets the first of `solved_tags` that the forum has. Needs the permission Manage Threads.",
    ),
    answer_reaction: nullByDefault(emoji()).describe(
      'The reaction with which the team and moderators do what the menu "Answer here" does. null: none.',
    ),
    captured_emoji: emoji()
      .nullable()
      .default('\u{1F4DD}')
      .describe('The reaction on team messages from which Steward has learned. null: none.'),
    preview_expires_hours: count({ min: 1, max: 720 })
      .default(24)
      .describe('Steward drops a draft, or a pair that needs approval, if nobody decides within this time.'),
    how_sure: count({ min: 0, max: 10 })
      .default(0)
      .describe(
        'How sure the model must be of an unasked answer, by its own rating from 0 to 10. If it is less sure, nothing is posted, ' +
          'and the question counts as unanswered.',
      ),
    channels: named(/^[^#\s]/u, channelConfig)
      .meta({ expects: 'channels by their id or their name without #' })
      .default({})
      .describe('The channels that Steward reads, by id or name. It does nothing in other channels.'),
  })
  .superRefine(({ message_batch_wait_seconds: wait, message_batch_max_wait_seconds: max }, context) => {
    if (wait <= max) return;
    const message = `at most ${max}, which is discord.message_batch_max_wait_seconds`;
    context.addIssue({ code: 'custom', path: ['message_batch_wait_seconds'], message });
  })
  .superRefine(({ team_channel_id: teamChannelId, channels }, context) => {
    for (const [name, channel] of Object.entries(channels)) {
      const { preview, capture, when_unknown: whenUnknown, helper_role_id: helperRoleId } = channel;
      const mistake = (key: string, message: string) =>
        context.addIssue({ code: 'custom', path: ['channels', name, key], message });
      if (preview && teamChannelId === null)
        mistake('preview', 'false, or discord.team_channel_id where drafts go');
      if (capture === 'ask' && teamChannelId === null)
        mistake('capture', 'true, or discord.team_channel_id where pairs are confirmed');
      if (whenUnknown === 'hand_over' && helperRoleId === null)
        mistake('when_unknown', 'silent or say_so, or a helper_role_id in the same channel');
    }
  });
