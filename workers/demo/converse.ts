import { setTimeout as sleep } from 'node:timers/promises';
import { startInteractive } from '../../adapters/terminal/interactive.ts';
import { findMessage } from '../../adapters/discord/emulator/world/messages.ts';
import { shownMessage } from '../../adapters/terminal/shown-message.ts';
import type { ShownInteraction } from '../../adapters/discord/emulator/members/interactions.ts';
import type { Stage } from './stage.ts';
import type { TerminalSession } from './session.ts';

/** Lets a person take part at the terminal until they leave. */
export async function converse({
  session,
  stage,
}: {
  readonly session: TerminalSession;
  readonly stage: Stage;
}): Promise<void> {
  const { discord, observer } = session;
  const { renderer } = stage;
  const conversation = startInteractive({
    discord,
    onSaid: (messageId) => void observer.follow(messageId),
    renderer,
    input: process.stdin,
    output: process.stdout,
    channel: session.channel,
    outside: {
      steward: async (sub, { role, names, channel }) => {
        const by = { by: names[role], team: role === 'team', in: channel };
        return shownTo(discord.interactions.command({ ...by, name: 'steward', sub }));
      },
      idle: observer.idle,
    },
  });
  stage.showOn(
    (line) => conversation.print(line),
    (id) => {
      const message = findMessage(discord.world, id);
      return message && renderer.message(shownMessage(discord.world, message));
    },
  );
  conversation.print(
    renderer.note('Ask something, or type /help. Steward answers when you are quiet for half a second.'),
  );
  await conversation.ended;
}

const longestAnswerMilliseconds = 10_000;

/** Waits until a command shows something, and returns its lines. */
async function shownTo(shown: ShownInteraction): Promise<readonly string[]> {
  for (let waited = 0; waited < longestAnswerMilliseconds && shown.text() === ''; waited += 50)
    await sleep(50);
  return shown.text().split('\n');
}
