import { doneEvent } from '../../domain/operations/community-events.ts';
import { playScript, type ScriptLine } from '../../adapters/terminal/script.ts';
import { messageText } from '../../adapters/terminal/render.ts';
import { watchPosts } from '../../adapters/terminal/shown-message.ts';
import type { TerminalSession } from './session.ts';
import type { Stage } from './stage.ts';

/** Plays a script, rebuilds the library if anything was learned, and reports counts. */
export async function playDemo({
  session,
  script,
  stage,
  json,
}: {
  readonly session: TerminalSession;
  readonly script: readonly ScriptLine[];
  readonly stage: Stage;
  readonly json: boolean;
}): Promise<void> {
  const { discord, observer } = session;
  const show = (text: string) => void process.stdout.write(`${text}\n`);
  const stopWatching = json ? () => {} : watchPosts(discord, (post) => show(messageText(post)));
  await playScript({
    script,
    discord,
    channel: session.channel,
    settle: observer.idle,
    onLine: (message) => {
      void observer.follow(message.id);
      if (!json) show(`\n${messageText(message)}`);
    },
  });
  const learned = stage.events.some((event) => event.event === 'captured' && event.outcome === 'integrated');
  if (learned) stage.report(await session.regenerate());
  stopWatching();
  if (!json) show('');
  stage.report(doneEvent(stage.events));
}
