import { startInteractive } from '../../adapters/terminal/interactive.ts';
import type { Stage } from './stage.ts';
import type { TerminalSession } from './session.ts';

/** Lets a person take part at the terminal until they leave. */
export async function converse({
  session: { discord, observer, channel },
  stage,
}: {
  readonly session: TerminalSession;
  readonly stage: Stage;
}): Promise<void> {
  const conversation = startInteractive({
    discord,
    channel,
    onSaid: (messageId) => void observer.follow(messageId),
    idle: observer.idle,
    input: process.stdin,
    output: process.stdout,
  });
  stage.showOn(conversation.print);
  conversation.print('Ask something, or type /help. Steward answers when you are quiet for half a second.');
  await conversation.ended;
}
