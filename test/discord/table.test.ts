import { expect, it } from 'vitest';
import { openDiscordSteward } from '../support/discord/discord-steward.ts';
import { openTestDiscord } from '../support/discord/scene.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';

type Row = readonly [what: string, messageId: string, expected: string];

/** Every author speaks once, so that no two messages share a window. */
it('routes every row of the table: who writes, where, and to whom', async () => {
  const discord = await openTestDiscord();
  const model = await startScriptedModel(agreeable);
  const { storage } = await openDiscordSteward(discord, { model });
  const { records } = storage;
  const question = 'How do I set the port?';
  const [answered, corrected] = [
    discord.say({ by: 'Anna', text: question }),
    discord.say({ by: 'Ada', text: question }),
  ];
  const statuses = async () =>
    Promise.all([answered, corrected].map(async ({ id }) => (await records.replyRecord(id))?.status));
  await expect.poll(statuses).toEqual(['answered', 'answered']);
  const ownThread = answered.id;
  const answerIn = (thread: string) => discord.postsIn(thread)[0]?.id ?? '';
  const chatter = discord.say({ by: 'Zoe', text: 'Hello all' });
  const other = discord.openThread({ by: 'Zoe', name: 'Zoe asks', on: chatter.id });
  discord.say({ by: 'Zoe', text: 'nice day', in: other });
  const post = discord.openThread({ by: 'Finn', name: 'Port', on: 'ideas' });
  const own = discord.say({ by: 'Gina', text: 'nice day' });
  const say = (name: string, more: Omit<Parameters<typeof discord.say>[0], 'by' | 'text'> = {}) =>
    discord.say({ by: name, text: question, ...more }).id;
  const team = discord.say({ by: 'Maya', team: true, text: 'Good morning' });
  const rows: readonly Row[] = [
    ['community, channel, nobody', say('Ben'), 'reply'],
    ['community, channel, themselves', say('Gina', { replyTo: own.id }), 'reply'],
    ['community, channel, someone else', say('Chloe', { replyTo: chatter.id }), 'not_for_steward'],
    ['community, thread of Steward, nobody', say('Dev', { in: ownThread }), 'reply'],
    [
      'community, thread of Steward, Steward',
      say('Erin', { in: ownThread, replyTo: answerIn(ownThread) }),
      'reply',
    ],
    [
      'community, thread of Steward, a member',
      say('Hal', { in: ownThread, replyTo: answered.id }),
      'not_for_steward',
    ],
    ['community, thread of others, nobody', say('Ida', { in: other }), 'not_for_steward'],
    ['community, forum, its owner', say('Finn', { in: post, id: post }), 'reply'],
    ['community, forum, another', say('Jon', { in: post }), 'not_for_steward'],
    ['team, channel, community', say('Otto', { team: true, replyTo: chatter.id }), 'capture'],
    [
      'team, thread of Steward, Steward',
      say('Pia', { team: true, in: corrected.id, replyTo: answerIn(corrected.id) }),
      'capture',
    ],
    ['team, thread of others, nobody', say('Quin', { team: true, in: other }), 'capture'],
    ['team, channel, team', say('Rita', { team: true, replyTo: team.id }), 'not_for_steward'],
    ['team, channel, nobody', say('Sam', { team: true }), 'not_for_steward'],
    ['a bot, anywhere', say('Robot', { bot: true }), 'unhandled'],
  ];
  const outcomes = async () =>
    (await records.routingOf(rows.map(([, id]) => id))).map((routing, at) => [
      rows[at]?.[0],
      routing.state === 'handed_over' ? routing.route : 'reason' in routing ? routing.reason : routing.state,
    ]);
  await expect.poll(outcomes).toEqual(rows.map(([what, , expected]) => [what, expected]));
});
