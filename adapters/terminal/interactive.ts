import type { Emulator } from '../discord/emulator/emulator.ts';
import { PortError } from '../../domain/ports/errors.ts';
import { harmlessLine } from './harmless.ts';
import type { Role } from './names.ts';
import { type Command, commandHelp, parseCommand } from './parse-command.ts';
import { openPromptLine } from './prompt-line.ts';
import type { Renderer } from './render.ts';
import {
  shownMessage,
  threadsOf,
  watchPosts,
  withMention,
  type ShownMessage,
  type ShownThread,
} from './shown-message.ts';
import { moveSpeaker, promptOf, type Speaker } from './speaker.ts';

const rememberedMessages = 200;

export interface InteractiveSession {
  /** Something already rendered, above the prompt. */
  print(rendered: string): void;
  /** Resolves when the person has left or the input has ended. Never rejects. */
  readonly ended: Promise<void>;
  stop(): void;
}

/** What needs more than the chat. Lists are shown; `regenerate` tells of its end itself. */
export interface OutsideCommands {
  learned(): Promise<readonly string[]>;
  sources(): Promise<readonly string[]>;
  regenerate(): Promise<void>;
  /** What `/steward` shows to who types it. */
  steward(sub: string, speaker: Speaker): Promise<readonly string[]>;
  /** Resolves when everything that was said so far has led to its end. */
  idle(): Promise<void>;
}

/**
 * Lets a person at a terminal speak in the emulated Discord, as a member or as the team, and see what Steward posts.
 */
export function startInteractive({
  discord,
  onSaid,
  renderer,
  outside,
  input,
  output,
  terminal,
  channel = 'help',
  names = { member: 'member', team: 'team' },
}: {
  readonly discord: Emulator;
  /** Told of each message that the person has written. */
  readonly onSaid: (messageId: string) => void;
  readonly renderer: Renderer;
  readonly outside: OutsideCommands;
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
  /** Whether both are a terminal, where it cannot be told from them. */
  readonly terminal?: boolean;
  readonly channel?: string;
  /** Under which the person speaks until told otherwise. */
  readonly names?: Readonly<Record<Role, string>>;
}): InteractiveSession {
  let speaker: Speaker = { role: 'member', names, channel, thread: null, replyTo: null };
  let shown: readonly ShownMessage[] = [];
  let handled: Promise<void> = Promise.resolve();
  const background = new Set<Promise<void>>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();

  const line = openPromptLine({
    input,
    output,
    terminal,
    onLine(typed) {
      handled = handled.then(() => handle(typed));
    },
    onEnd: (how) => void finish(how).then(end),
  });
  const { world } = discord;
  const channels = [...world.channels.values()].map(({ name }) => name);
  const threadsHere = () => threadsOf(world, discord.channelId(speaker.channel));
  const say = (text: string) => line.print(renderer.note(text));
  const report = (error: unknown) => line.print(renderer.problem(sentenceOf(error)));
  const remember = (message: ShownMessage) => {
    shown = [...shown, message].slice(-rememberedMessages);
  };
  const stopWatching = watchPosts(discord, (post) => {
    remember(post);
    line.print(renderer.message(post));
  });

  /** Lines that were piped in are all obeyed and answered, to the end; a person who leaves does not wait. */
  async function finish(how: 'interrupted' | 'ended'): Promise<void> {
    if (how === 'ended' && !line.isTerminal) {
      await handled;
      await Promise.all(background);
      await outside.idle();
    }
    stopWatching();
  }

  function speak(text: string): void {
    const { role, names: speaking, channel: where, thread, replyTo } = speaker;
    const threadId = replyTo ? replyTo.thread?.id : thread?.id;
    speaker = { ...speaker, replyTo: null };
    const said = discord.say({
      by: speaking[role],
      team: role === 'team',
      in: threadId ?? where,
      text: withMention(world, text),
      ...(replyTo && { replyTo: replyTo.id }),
    });
    const message = shownMessage(world, said);
    remember(message);
    if (!line.isTerminal) line.print(renderer.message(message));
    onSaid(message.id);
  }

  /** Goes on while the person types. */
  function inBackground(work: Promise<readonly string[] | void>): void {
    const task: Promise<void> = work
      .then((lines) => {
        if (lines) say(lines.length === 0 ? 'Nothing yet.' : lines.join('\n'));
      }, report)
      .finally(() => background.delete(task));
    background.add(task);
  }

  async function obey(command: Command): Promise<void> {
    switch (command.kind) {
      case 'say':
        return speak(command.text);
      case 'become':
      case 'channel':
      case 'thread':
      case 'leave_thread':
      case 'reply': {
        const moved = moveSpeaker(speaker, command, { channels, threads: threadsHere(), shown });
        if (typeof moved === 'string') return line.print(renderer.problem(moved));
        speaker = moved;
        return;
      }
      case 'threads':
        return say(threadList(speaker.channel, threadsHere()));
      case 'learned':
      case 'sources':
      case 'regenerate':
        return inBackground(outside[command.kind]());
      case 'steward':
        return inBackground(outside.steward(command.sub, speaker));
      case 'help':
        return say(commandHelp.join('\n'));
      case 'quit':
        return line.close();
      case 'mistake':
        return line.print(renderer.problem(command.sentence));
      case 'nothing':
        return;
    }
  }

  async function handle(typed: string): Promise<void> {
    const command = parseCommand(typed);
    await obey(command).catch(report);
    // A file's messages are no burst: each one waits for what the one before has led to.
    if (command.kind === 'say' && !line.isTerminal) await outside.idle().catch(report);
    line.prompt(promptOf(speaker));
  }

  line.prompt(promptOf(speaker));
  return { print: (rendered) => line.print(rendered), ended, stop: () => line.close() };
}

const threadList = (channel: string, threads: readonly ShownThread[]): string =>
  threads.length === 0
    ? `#${channel} has no threads.`
    : threads.map(({ title }, at) => `${at + 1}  ${harmlessLine(title, 70)}`).join('\n');

/** A `PortError` brings Steward's own sentence; anything else is a fault of ours, told without its trace. */
const sentenceOf = (error: unknown): string =>
  error instanceof PortError
    ? error.message
    : `That did not work: ${error instanceof Error ? error.message : 'unknown'}`;
