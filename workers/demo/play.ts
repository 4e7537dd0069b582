import { doneEvent } from '../../domain/operations/community-events.ts';
import { playScript, type ScriptLine } from '../../adapters/terminal/script.ts';
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
  const { discord, observer, steward } = session;
  const { renderer } = stage;
  const show = (text: string) => void process.stdout.write(`${text}\n`);
  stage.showOn(show);
  const stopWatching = json ? () => {} : watchPosts(discord, (post) => show(renderer.message(post)));
  await playScript({
    script,
    discord,
    channel: session.channel,
    settle: observer.idle,
    onLine: (message) => {
      void observer.follow(message.id);
      if (!json) show(`\n${renderer.message(message)}`);
    },
  });
  const learned = stage.events.some((event) => event.event === 'captured' && event.outcome === 'integrated');
  if (learned) stage.report(await session.regenerate());
  stopWatching();
  const done = doneEvent(stage.events);
  if (json) stage.report(done);
  else show(`\n${renderer.event(done)}\n${(await pairsOf(steward)).join('\n')}`);
}

/** The pairs of the library, one line for each topic. */
async function pairsOf({ storage: { library } }: TerminalSession['steward']): Promise<readonly string[]> {
  const topics = await library.topics(await library.liveGeneration());
  return topics.map(
    ({ slug, pairs }) => `team:${slug}.txt holds ${pairs.map(({ qaId }) => qaId).join(', ')}`,
  );
}
