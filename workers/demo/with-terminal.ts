import type { Progress } from '../../domain/operations/progress.ts';
import { rm } from 'node:fs/promises';
import { constants } from 'node:os';
import { tryFileLock } from '../../adapters/packages/file-lock.ts';
import { startInteractive } from '../../adapters/terminal/interactive.ts';
import type { Config } from '../../config/schema.ts';
import type { JsonOption } from '../cli/command-parts.ts';
import { progressTo } from '../cli/progress.ts';
import { onStopSignal } from '../running/stop-signal.ts';
import { reachTemporal, type TemporalAt } from '../wiring/temporal-server.ts';
import { trialTemporalDir } from './trial-config.ts';
import { UsageError } from '../cli/exit.ts';
import { openTerminalSession, type TerminalSession } from './session.ts';
import type { CommunityEvent } from '../../domain/operations/community-events.ts';
import { harmlessJson } from '../../adapters/terminal/harmless.ts';
import { eventText } from '../../adapters/terminal/render.ts';

export interface Terminal {
  readonly session: TerminalSession;
  readonly stage: Stage;
  readonly temporal: TemporalAt;
  readonly progress: Progress;
}

/** Connects to Temporal, opens a session and does the work. Ctrl-C or SIGTERM ends the process at once, and it says what keeps running. */
export async function withTerminal(
  {
    config,
    fresh,
    json,
  }: JsonOption & {
    readonly config: Config;
    /** Deletes what the last session left. */
    readonly fresh: boolean;
  },
  work: (terminal: Terminal) => Promise<void>,
): Promise<void> {
  const progress = progressTo(process.stderr);
  const { env } = process;
  const { data_dir: dataDir } = config.storage;
  using _hold = holdFolder(dataDir);
  const temporal = await reachTemporal({
    env,
    dir: trialTemporalDir,
    uiUrl: null,
    progress,
  });
  // What the work says at its end is not said again.
  let toSay = ['', ...whatGoesOn(temporal)];
  onStopSignal((signal) => {
    if (toSay.length > 0) progress(toSay.join('\n'));
    process.exit(128 + constants.signals[signal]);
  });
  if (fresh) await rm(dataDir, { recursive: true, force: true });
  const stage = createStage(json);
  const { report } = stage;
  const session = await openTerminalSession({ config, temporal, env, progress, report });
  try {
    if (temporal.uiUrl) progress(`Temporal UI: ${temporal.uiUrl}   data: ${dataDir}`);
    await Promise.race([work({ session, stage, temporal, progress }), session.failed]);
    toSay = [];
  } finally {
    await session.close();
  }
}

/** A process that is being replaced needs a moment to end. */
const waitMilliseconds = 2_000;

/** Makes a data folder this process's own. Throws a `UsageError` if another session has it. */
function holdFolder(folder: string): Disposable {
  const hold = tryFileLock(`${folder}.lock`, waitMilliseconds);
  if (hold) return hold;
  throw new UsageError(
    `Another session is open on ${folder}. End it first, or start this one in another folder.`,
  );
}

export const whatGoesOn = ({ embedded }: TemporalAt): readonly string[] =>
  embedded
    ? [
        'The Temporal server keeps running, so that you can look around. Stop it with: npx steward temporal stop',
      ]
    : [];

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

type Stage = ReturnType<typeof createStage>;

/** Collects events and shows them: as lines of JSON, or as text for a person. */
function createStage(json: boolean) {
  const events: CommunityEvent[] = [];
  let print = (line: string): void => void process.stdout.write(`${line}\n`);
  return {
    events: events as readonly CommunityEvent[],
    report: (event: CommunityEvent): void => {
      events.push(event);
      print(json ? harmlessJson(event) : eventText(event));
    },
    /** Shows later events by this instead of on standard output. */
    showOn: (next: (line: string) => void): void => void (print = next),
  };
}
