import type { APIMessage } from 'discord.js';
import { compareIds } from '../../domain/intake/message.ts';
import type { Emulator } from '../discord/emulator/emulator.ts';
import { findMessage } from '../discord/emulator/world/messages.ts';
import type { World } from '../discord/emulator/world/world.ts';
import { stewardName } from './names.ts';
import { nameKey } from './parse-script.ts';
import type { ScriptLine, ScriptMessage, ScriptReference } from './script-line.ts';
import { shownMessage, threadsOf, withMention, type ShownMessage } from './shown-message.ts';

/** A line whose message has been posted. */
export interface PlayedLine {
  readonly line: ScriptLine;
  /** Null for a command. */
  readonly message: ShownMessage | null;
  /** A sentence that says why the message is not in the script's thread or not a reply, or null. */
  readonly problem: string | null;
}

/**
 * Plays a script in order. After each line with `settle`, waits until Steward has finished. If Steward's post that a line refers
 * to does not exist, posts the line without the reference and reports a problem.
 */
export async function playScript({
  script,
  discord,
  settle,
  regenerate,
  sleep,
  onLine,
}: {
  readonly script: readonly ScriptLine[];
  /** Has the script's channels. */
  readonly discord: Emulator;
  /** Resolves when Steward has finished with all messages so far. */
  readonly settle: () => Promise<void>;
  /** Rebuilds the library and waits for the end. */
  readonly regenerate: () => Promise<void>;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly onLine: (played: PlayedLine) => void;
}): Promise<void> {
  const stage = openStage(discord);
  for (const [index, line] of script.entries()) {
    if (line.pauseSeconds > 0) await sleep(line.pauseSeconds * 1_000);
    if (line.kind === 'regenerate') {
      onLine({ line, message: null, problem: null });
      await settle();
      await regenerate();
      continue;
    }
    const { said, problem } = stage.say(line);
    onLine({ line, message: shownMessage(discord.world, said), problem });
    if (line.settle || index === script.length - 1) await settle();
  }
}

/** Remembers the messages that later lines may refer to. */
function openStage(discord: Emulator) {
  const { world } = discord;
  const saidByLine = new Map<number, string>();
  const namedThreads = new Map<string, string>();
  /** The id of the first message. References never mean messages before it. */
  let firstId: string | null = null;

  const find = (target: ScriptReference, channel: string, thread: string | null): APIMessage | null => {
    if (target.kind === 'line') return findMessage(world, saidByLine.get(target.line) ?? '');
    if (firstId === null) return null;
    const authorId = target.kind === 'steward' ? world.bot.id : discord.person(target.author).user.id;
    const by = { authorId, since: firstId };
    const inThread = thread === null ? null : lastBy(world, { ...by, locations: [thread] });
    if (inThread) return inThread;
    const channelId = discord.channelId(channel);
    const threads = threadsOf(world, channelId).map(({ id }) => id);
    return lastBy(world, { ...by, locations: [channelId, ...threads] });
  };

  const threadFor = ({ thread, channel, author }: ScriptMessage): string | null => {
    if (thread === null) return null;
    if (thread.kind !== 'named') {
      const message = find(thread, channel, null);
      return message && threadOf(discord, message);
    }
    const key = `${channel}\n${nameKey(thread.title)}`;
    const known = namedThreads.get(key);
    if (known !== undefined) return known;
    const opened = discord.openThread({ by: author, name: titleOf(thread.title), on: channel });
    namedThreads.set(key, opened);
    return opened;
  };

  const say = (line: ScriptMessage): { readonly said: APIMessage; readonly problem: string | null } => {
    const thread = threadFor(line);
    const target = line.replyTo && find(line.replyTo, line.channel, thread);
    // In a thread, members can reply to its messages and to the message that it was opened from.
    const reachable = target !== null && (thread === null || [target.channel_id, target.id].includes(thread));
    const said = discord.say({
      by: line.author,
      team: line.role === 'team',
      in: thread ?? (target && world.threads.has(target.channel_id) ? target.channel_id : line.channel),
      text: withMention(world, line.text),
      ...(reachable && { replyTo: target.id }),
    });
    firstId ??= said.id;
    saidByLine.set(line.line, said.id);
    return { said, problem: problemOf(line, { thread, isThere: target !== null, reachable }) };
  };
  return { say };
}

/** The author's last message in some channels and threads, from the message `since` on. */
function lastBy(
  world: World,
  {
    authorId,
    since,
    locations,
  }: { readonly authorId: string; readonly since: string; readonly locations: readonly string[] },
): APIMessage | null {
  const theirs = locations
    .flatMap((location) => world.messages.get(location) ?? [])
    .filter(({ author, id }) => author.id === authorId && compareIds(id, since) >= 0);
  return theirs.toSorted((a, b) => compareIds(a.id, b.id)).at(-1) ?? null;
}

/** The thread that contains a message, else the one opened from it, else a new one. */
function threadOf(discord: Emulator, { id, channel_id: location, author, content }: APIMessage): string {
  const { threads } = discord.world;
  if (threads.has(location)) return location;
  if (threads.has(id)) return id;
  return discord.openThread({ by: author.global_name ?? author.username, name: titleOf(content), on: id });
}

/** Discord's limit for a thread's title. */
const maxTitleChars = 100;

const titleOf = (text: string): string =>
  (text.trim().split('\n')[0] ?? '').slice(0, maxTitleChars).toWellFormed() || 'Thread';

function problemOf(
  line: ScriptMessage,
  found: { readonly thread: string | null; readonly isThere: boolean; readonly reachable: boolean },
): string | null {
  const at = `line ${line.line}:`;
  if (line.thread && found.thread === null)
    return `${at} "thread" means a message of ${who(line.thread)} that is not there; said in the channel.`;
  if (line.replyTo && !found.isThere)
    return `${at} "reply-to" means a message of ${who(line.replyTo)} that is not there; said as no reply.`;
  if (line.replyTo && !found.reachable)
    return `${at} "reply-to" means a message outside the line's thread; said as no reply.`;
  return null;
}

const who = (target: NonNullable<ScriptMessage['thread']>): string => {
  if (target.kind === 'steward') return stewardName;
  if (target.kind === 'author') return target.author;
  return target.kind === 'line' ? `line ${target.line}` : target.title;
};
