import { setTimeout as sleep } from 'node:timers/promises';
import { doneEvent, type CommunityEvent } from '../../adapters/terminal/events.ts';
import { playScript } from '../../adapters/terminal/play-script.ts';
import { createRenderer, wantsColors } from '../../adapters/terminal/render.ts';
import type { ScriptLine } from '../../adapters/terminal/script-line.ts';
import type { TerminalSession } from './session.ts';

/** What was reported so far, and where it is shown: lines of JSON, or text for a person. */
export interface Stage {
  readonly report: (event: CommunityEvent) => void;
  readonly events: readonly CommunityEvent[];
  /** Shows what comes from now on somewhere else. */
  readonly showOn: (print: (line: string) => void) => void;
}

export function createStage(render: (event: CommunityEvent) => string): Stage {
  const events: CommunityEvent[] = [];
  let print = (line: string): void => {
    process.stdout.write(`${line}\n`);
  };
  return {
    events,
    report: (event) => {
      events.push(event);
      print(render(event));
    },
    showOn: (next) => {
      print = next;
    },
  };
}

/** Plays a script to its end, rebuilds the library if the script learned something and did not, and counts. */
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
  const { community, observer, steward } = session;
  const renderer = demoRenderer(session, process.stdout);
  const show = (text: string) => void process.stdout.write(`${text}\n`);
  const stopWatching = json ? () => {} : community.onPost((post) => show(renderer.message(post)));
  const regenerate = async () => stage.report(await session.regenerate());
  await playScript({
    script,
    community,
    intake: observer.intake,
    settle: observer.idle,
    regenerate,
    sleep: async (milliseconds) => void (await sleep(milliseconds)),
    onLine: ({ message, problem }) => {
      if (problem) process.stderr.write(`${renderer.problem(problem)}\n`);
      if (message && !json) show(`\n${renderer.message(message)}`);
    },
  });
  const learned = stage.events.some((event) => event.event === 'captured' && event.outcome === 'integrated');
  if (learned && !script.some(({ kind }) => kind === 'regenerate')) await regenerate();
  stopWatching();
  const done = doneEvent(stage.events);
  if (json) stage.report(done);
  else show(`\n${renderer.event(done)}\n${(await pairsOf(steward)).join('\n')}`);
}

/** What the library holds at the end, a line a topic. */
async function pairsOf({ storage: { library } }: TerminalSession['steward']): Promise<readonly string[]> {
  const topics = await library.topics(await library.liveGeneration());
  return topics.map(
    ({ slug, pairs }) => `team:${slug}.txt holds ${pairs.map(({ qaId }) => qaId).join(', ')}`,
  );
}

export const demoRenderer = ({ community }: Pick<TerminalSession, 'community'>, stream: NodeJS.WriteStream) =>
  createRenderer({
    colors: wantsColors(stream),
    threadTitle: (threadId) => community.threadTitle(threadId),
  });
