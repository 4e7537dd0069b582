import { startInteractive } from '../../adapters/terminal/interactive.ts';
import { parseIndex } from '../../domain/documents/index-file.ts';
import type { Stage } from './stage.ts';
import type { TerminalSession } from './session.ts';

/** A person takes part at the terminal, until they leave. */
export async function converse({
  session,
  stage,
}: {
  readonly session: TerminalSession;
  readonly stage: Stage;
}): Promise<void> {
  const { steward, discord, observer } = session;
  const { library, sources } = steward.storage;
  const { renderer } = stage;
  const conversation = startInteractive({
    discord,
    onSaid: (messageId) => void observer.follow(messageId),
    renderer,
    input: process.stdin,
    output: process.stdout,
    outside: {
      learned: async () => {
        const topics = await library.topics(await library.liveGeneration());
        return topics.flatMap(({ slug, text }) => [`team:${slug}.txt`, text]);
      },
      sources: async () => parseIndex(await sources.documentIndex()).map(({ sourceId }) => sourceId),
      regenerate: async () => stage.report(await session.regenerate()),
      idle: observer.idle,
    },
  });
  stage.showOn((line) => conversation.print(line));
  conversation.print(
    renderer.note('Ask something, or type /help. Steward answers when you are quiet for half a second.'),
  );
  await conversation.ended;
}
