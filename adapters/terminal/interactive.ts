import type { Emulator } from '../discord/emulator/emulator.ts';
import { PortError } from '../../domain/ports/errors.ts';
import { harmlessLine } from './harmless.ts';
import { type Command, commandHelp, parseCommand } from './parse-command.ts';
import { openPromptLine, type PromptLine } from './prompt-line.ts';
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

interface InteractiveSession {
  /** Prints rendered text above the prompt. */
  print(rendered: string): void;
  /** Resolves when the person leaves or the input ends. Never rejects. */
  readonly ended: Promise<void>;
  stop(): void;
}

/** The commands that need more than the chat. */
export interface OutsideCommands {
  /** Runs a subcommand of Discord's `/steward`. */
  steward(sub: string, speaker: Speaker): Promise<readonly string[]>;
  /** Resolves when Steward has finished with all messages so far. */
  idle(): Promise<void>;
}

interface InteractiveOptions {
  readonly discord: Emulator;
  /** Called with each message of the person. */
  readonly onSaid: (messageId: string) => void;
  readonly renderer: Renderer;
  readonly outside: OutsideCommands;
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
  /** Whether both are a terminal. By default their `isTTY` decides. */
  readonly terminal?: boolean;
  /** Where the person speaks first. */
  readonly channel: string;
}

interface Conversation extends Pick<InteractiveOptions, 'discord' | 'onSaid' | 'renderer' | 'outside'> {
  readonly line: PromptLine;
  speaker: Speaker;
  shown: readonly ShownMessage[];
  /** Commands that run while the person types. */
  readonly background: Set<Promise<void>>;
}

/** Lets a person at a terminal speak in the emulated Discord, as a member or as the team, and shows Steward's posts. */
export function startInteractive({
  input,
  output,
  terminal,
  channel,
  ...parts
}: InteractiveOptions): InteractiveSession {
  let handled: Promise<void> = Promise.resolve();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const line = openPromptLine({
    input,
    output,
    terminal,
    onLine(typed) {
      handled = handled.then(() => handle(conversation, typed));
    },
    onEnd: (how) => void finish(how).then(end),
  });
  const conversation: Conversation = {
    ...parts,
    line,
    speaker: {
      role: 'member',
      names: { member: 'member', team: 'team' },
      channel,
      thread: null,
      replyTo: null,
    },
    shown: [],
    background: new Set(),
  };
  const stopWatching = watchPosts(parts.discord, (post) => {
    remember(conversation, post);
    line.print(parts.renderer.message(post));
  });
  /** Waits until piped input is handled completely. A person who leaves does not wait. */
  async function finish(how: 'interrupted' | 'ended'): Promise<void> {
    if (how === 'ended' && !line.isTerminal) {
      await handled;
      await parts.outside.idle();
    }
    stopWatching();
  }
  line.prompt(promptOf(conversation.speaker));
  return { print: (rendered) => line.print(rendered), ended, stop: () => line.close() };
}

async function handle(conversation: Conversation, typed: string): Promise<void> {
  const { line, outside, background } = conversation;
  const report = (error: unknown) => complain(conversation, sentenceOf(error));
  const command = parseCommand(typed);
  await obey(conversation, command).catch(report);
  // Lines of a file are handled one after another; otherwise they would fall into one quiet window.
  if (!line.isTerminal) {
    await Promise.all(background);
    if (command.kind === 'say') await outside.idle().catch(report);
  }
  line.prompt(promptOf(conversation.speaker));
}

async function obey(conversation: Conversation, command: Command): Promise<void> {
  const { discord, line, outside, speaker, shown } = conversation;
  const { world } = discord;
  const threadsHere = () => threadsOf(world, discord.channelId(speaker.channel));
  switch (command.kind) {
    case 'say':
      return speak(conversation, command.text);
    case 'become':
    case 'thread':
    case 'leave_thread':
    case 'reply': {
      const moved = moveSpeaker(speaker, command, { threads: threadsHere(), shown });
      if (typeof moved === 'string') return complain(conversation, moved);
      conversation.speaker = moved;
      if (command.kind === 'reply' && moved.replyTo)
        tell(
          conversation,
          `Replying to ${moved.replyTo.author.name}: ${harmlessLine(moved.replyTo.text, 70)}`,
        );
      return;
    }
    case 'threads':
      return tell(conversation, threadList(speaker.channel, threadsHere()));
    case 'steward':
      return inBackground(conversation, outside.steward(command.sub, speaker));
    case 'help':
      return tell(conversation, commandHelp.join('\n'));
    case 'quit':
      return line.close();
    case 'mistake':
      return complain(conversation, command.sentence);
    case 'nothing':
      return;
  }
}

const tell = ({ line, renderer }: Conversation, text: string): void => line.print(renderer.note(text));

const complain = ({ line, renderer }: Conversation, text: string): void => line.print(renderer.problem(text));

function remember(conversation: Conversation, message: ShownMessage): void {
  conversation.shown = [...conversation.shown, message].slice(-rememberedMessages);
}

function speak(conversation: Conversation, text: string): void {
  const { discord, line, renderer, speaker } = conversation;
  const { role, names, channel, thread, replyTo } = speaker;
  const threadId = replyTo ? replyTo.thread?.id : thread?.id;
  conversation.speaker = { ...speaker, replyTo: null };
  const saidMessage = discord.say({
    by: names[role],
    team: role === 'team',
    in: threadId ?? channel,
    text: withMention(discord.world, text),
    ...(replyTo && { replyTo: replyTo.id }),
  });
  const message = shownMessage(discord.world, saidMessage);
  remember(conversation, message);
  if (!line.isTerminal) line.print(renderer.message(message));
  conversation.onSaid(message.id);
}

function inBackground(conversation: Conversation, work: Promise<readonly string[]>): void {
  const { background } = conversation;
  const task: Promise<void> = work
    .then(
      (lines) => tell(conversation, lines.join('\n')),
      (error: unknown) => complain(conversation, sentenceOf(error)),
    )
    .finally(() => background.delete(task));
  background.add(task);
}

const threadList = (channel: string, threads: readonly ShownThread[]): string =>
  threads.length === 0
    ? `#${channel} has no threads.`
    : threads.map(({ title }, at) => `${at + 1}  ${harmlessLine(title, 70)}`).join('\n');

/** A `PortError` has a message for people; any other error is a bug, shown without its stack trace. */
const sentenceOf = (error: unknown): string =>
  error instanceof PortError
    ? error.message
    : `That did not work: ${error instanceof Error ? error.message : 'unknown'}`;
