import type { Emulator } from '../discord/emulator/emulator.ts';
import { maxSayingChars } from '../discord/emulator/members/members.ts';
import { harmlessLine } from './harmless.ts';
import {
  newestThread,
  shownMessage,
  withMention,
  type ShownMessage,
  type ShownThread,
} from './shown-message.ts';

export type Role = 'member' | 'team';

const stewardName = 'Steward';

const authorPattern = /^[^\p{C}\p{Zl}\p{Zp}]{1,32}$/u;

export const authorNameExpected = 'a name of 1 to 32 characters that is not "steward"';

export const isAuthorName = (name: string): boolean =>
  authorPattern.test(name) && name.trim() === name && name.toLowerCase() !== stewardName.toLowerCase();

const commandHelp = [
  '/team [NAME]    speak as a team member',
  '/member [NAME]  speak as a member',
  '/thread         go into the newest thread; /thread off leaves it',
  '/reply [N]      reply, with the next line, to the Nth message from the end (the last: 1), in its thread',
  '/quit           end, as Ctrl-C and Ctrl-D do',
  'Anything else is said; @steward in it asks Steward directly. To say something that starts with "/", put a space in front.',
].join('\n');

interface Speaking {
  role: Role;
  /** The last name in each role. */
  readonly names: Record<Role, string>;
  thread: ShownThread | null;
  /** The message that the next line replies to. */
  replyTo: ShownMessage | null;
  readonly seen: ShownMessage[];
}

interface Place {
  readonly discord: Emulator;
  readonly channel: string;
}

/** Where, as whom and to what the person at the terminal speaks. */
export function createSpeaker({
  onSaid,
  ...place
}: Place & { readonly onSaid: (message: ShownMessage) => void }) {
  const names = { member: 'member', team: 'team' };
  const speaking: Speaking = { role: 'member', names, thread: null, replyTo: null, seen: [] };
  const commands = commandsOf(speaking, place);
  return {
    /** Says a typed line, or does what it asks for. Returns what the person reads of it, if anything. */
    take: (line: string): string | null => {
      const text = line.trim();
      if (text === '') return null;
      if (!line.startsWith('/')) {
        if (text.length > maxSayingChars) return `A message has at most ${maxSayingChars} characters.`;
        onSaid(say(speaking, place, text));
        return null;
      }
      const [, word = '', rest = ''] = /^\/(\S*)\s*(.*)$/su.exec(text) ?? [];
      const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
      if (command) return command(rest);
      return `/${word} is not a command. /help lists them; to say it, put a space in front.`;
    },
    /** Notes a message that the person sees, so that they can reply to it. */
    see: (message: ShownMessage): void => void speaking.seen.push(message),
    /** `#help anna> `, or `#help > Title anna (team) to Steward> ` in a thread, as the team and with a reply. */
    prompt: (): string => promptOf(speaking, place.channel),
  };
}

function say(speaking: Speaking, { discord, channel }: Place, text: string): ShownMessage {
  const { role, names, thread, replyTo, seen } = speaking;
  speaking.replyTo = null;
  const ownMessage = discord.say({
    by: names[role],
    team: role === 'team',
    in: (replyTo ? replyTo.thread : thread)?.id ?? channel,
    text: withMention(discord.world, text),
    ...(replyTo && { replyTo: replyTo.id }),
  });
  const message = shownMessage(discord.world, ownMessage);
  seen.push(message);
  return message;
}

/** Each returns what the person reads of it, if anything. */
function commandsOf(
  speaking: Speaking,
  { discord, channel }: Place,
): Readonly<Record<string, (rest: string) => string | null>> {
  const { names, seen } = speaking;
  const become = (role: Role) => (name: string) => {
    if (name !== '' && !isAuthorName(name)) return `/${role} takes ${authorNameExpected}.`;
    speaking.role = role;
    names[role] = name || names[role];
    return null;
  };
  return {
    team: become('team'),
    member: become('member'),
    thread: (rest) => {
      if (rest !== '' && rest !== 'off') return '/thread takes nothing after it, or "off".';
      const newest = newestThread(discord.world, discord.channelId(channel));
      if (rest === '' && newest === null) return `#${channel} has no threads.`;
      speaking.thread = rest === 'off' ? null : newest;
      speaking.replyTo = null;
      return null;
    },
    reply: (rest) => {
      const message = /^[1-9]\d{0,4}$|^$/u.test(rest) ? seen.at(-Number(rest || 1)) : undefined;
      if (!message) return `/reply takes a number up to ${seen.length}, 1 being the last message.`;
      speaking.replyTo = message;
      return `Replying to ${message.author.name}: ${harmlessLine(message.text, 70)}`;
    },
    help: () => commandHelp,
  };
}

function promptOf({ role, names, thread, replyTo }: Speaking, channel: string): string {
  const place = replyTo ? replyTo.thread : thread;
  const inThread = place ? ` > ${harmlessLine(place.title, 30)}` : '';
  const team = role === 'team' ? ' (team)' : '';
  const reply = replyTo ? ` to ${harmlessLine(replyTo.author.name, 30)}` : '';
  return `#${channel}${inThread} ${names[role]}${team}${reply}> `;
}
