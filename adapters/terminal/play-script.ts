import type { Message } from '../../domain/intake/message.ts';
import type { Intake } from '../../domain/ports/intake.ts';
import type { Community } from './community.ts';
import { nameKey } from './script-references.ts';
import type { ScriptLine, ScriptMessage, ScriptReference } from './script-line.ts';
import { stewardId, stewardName } from './names.ts';
import type { Member } from './terminal-members.ts';

/** What became of a line, told as soon as its message stands in the community. */
export interface PlayedLine {
  readonly line: ScriptLine;
  /** Null for a command. */
  readonly message: Message | null;
  /** Why the message does not stand or reply as the script wants, in a sentence, or null. */
  readonly problem: string | null;
}

/**
 * Plays a script in order: each line is said, handed to the intake and (unless it says otherwise) waited for.
 * What a line refers to may be missing when Steward stayed silent: then it is said without the reference, and
 * `onLine` tells.
 */
export async function playScript({
  script,
  community,
  intake,
  settle,
  regenerate,
  sleep,
  onLine,
}: {
  readonly script: readonly ScriptLine[];
  readonly community: Community;
  readonly intake: Pick<Intake, 'messageSeen'>;
  /** Resolves when every run that was started so far has ended. */
  readonly settle: () => Promise<void>;
  /** Rebuilds the library, to its end. */
  readonly regenerate: () => Promise<void>;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly onLine: (played: PlayedLine) => void;
}): Promise<void> {
  const stage = openStage(community);
  for (const [index, line] of script.entries()) {
    if (line.pauseSeconds > 0) await sleep(line.pauseSeconds * 1_000);
    if (line.kind === 'regenerate') {
      onLine({ line, message: null, problem: null });
      await settle();
      await regenerate();
      continue;
    }
    const { message, problem } = stage.say(line);
    onLine({ line, message, problem });
    await intake.messageSeen(message);
    if (line.settle || index === script.length - 1) await settle();
  }
}

/** What has been said so far, so that later lines find it. */
function openStage(community: Community) {
  const saidByLine = new Map<number, string>();
  const namedThreads = new Map<string, string>();
  /** Of this play's first message: what stood there before is not meant by any name. */
  let firstId: string | null = null;

  const find = (target: ScriptReference, channel: string, thread: string | null): Message | null => {
    if (target.kind === 'line') return community.messageFor(saidByLine.get(target.line) ?? '');
    if (firstId === null) return null;
    const authorId = target.kind === 'steward' ? stewardId : community.member(target.author).id;
    const last = (within: string | null) =>
      community.lastMessageBy({ authorId, channel, thread: within, notBeforeId: firstId ?? '' });
    return (thread === null ? null : last(thread)) ?? last(null);
  };

  const threadFor = (line: ScriptMessage, author: Member): string | null => {
    if (line.thread === null) return null;
    if (line.thread.kind !== 'named') {
      const message = find(line.thread, line.channel, null);
      return message && (community.threadOf(message.id)?.id ?? null);
    }
    const key = `${line.channel}\n${nameKey(line.thread.title)}`;
    const known = namedThreads.get(key);
    if (known !== undefined) return known;
    const { title } = line.thread;
    const opened = community.openNamedThread({ channel: line.channel, title, openedBy: author });
    namedThreads.set(key, opened.id);
    return opened.id;
  };

  const say = (line: ScriptMessage): { readonly message: Message; readonly problem: string | null } => {
    const author = community.member(line.author);
    const thread = threadFor(line, author);
    const target = line.replyTo && find(line.replyTo, line.channel, thread);
    const reachable = target !== null && (thread === null || standsBy(target, thread, community));
    const message = community.say({
      author: { ...author, role: line.role },
      channel: line.channel,
      thread,
      replyTo: reachable ? target.id : null,
      text: line.text,
    });
    firstId ??= message.id;
    saidByLine.set(line.line, message.id);
    return { message, problem: problemOf(line, { thread, target, reachable }) };
  };
  return { say };
}

/** Whether somebody in the thread can reply to the message: it stands there, or the thread hangs on it. */
const standsBy = (message: Message, thread: string, community: Community): boolean =>
  message.location.thread?.id === thread ||
  community
    .threadsIn(message.location.channelId)
    .some(({ id, starterId }) => id === thread && starterId === message.id);

function problemOf(
  line: ScriptMessage,
  found: { readonly thread: string | null; readonly target: Message | null; readonly reachable: boolean },
): string | null {
  const at = `line ${line.line}:`;
  if (line.thread && found.thread === null)
    return `${at} "thread" means a message of ${who(line.thread)} that is not there; said in the channel.`;
  if (line.replyTo && found.target === null)
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
