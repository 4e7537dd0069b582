import { harmlessLine } from './harmless.ts';
import type { Command } from './parse-command.ts';
import type { Role } from './names.ts';
import type { ShownMessage, ShownThread } from './shown-message.ts';

/** The role, name and location in which the person at the terminal speaks. */
export interface Speaker {
  readonly role: Role;
  /** The last name in each role. */
  readonly names: Readonly<Record<Role, string>>;
  readonly channel: string;
  readonly thread: ShownThread | null;
  /** The message that the next line replies to. */
  readonly replyTo: ShownMessage | null;
}

/** The speaker after a command, or a sentence that says why the command does not work. */
// oxlint-disable-next-line typescript/consistent-return -- tsc proves that every case returns
export function moveSpeaker(
  speaker: Speaker,
  command: Extract<Command, { kind: 'become' | 'thread' | 'leave_thread' | 'reply' }>,
  around: {
    /** The threads of the speaker's channel, oldest first. */
    readonly threads: readonly ShownThread[];
    /** Messages that the person has seen, oldest first. */
    readonly shown: readonly ShownMessage[];
  },
): Speaker | string {
  const { channel, names } = speaker;
  switch (command.kind) {
    case 'become': {
      const name = command.name ?? names[command.role];
      return { ...speaker, role: command.role, names: { ...names, [command.role]: name } };
    }
    case 'leave_thread':
      return { ...speaker, thread: null, replyTo: null };
    case 'thread': {
      const thread = around.threads.at(command.number === null ? -1 : command.number - 1);
      if (thread) return { ...speaker, thread, replyTo: null };
      return around.threads.length === 0
        ? `#${channel} has no threads.`
        : `#${channel} has ${around.threads.length} threads; /threads lists them.`;
    }
    case 'reply': {
      const here = around.shown.filter((message) => message.channel === channel);
      const replyTo = here.at(-command.back);
      if (replyTo) return { ...speaker, replyTo };
      return `${here.length} messages of #${channel} have been shown here; /reply takes a number up to that.`;
    }
  }
}

/**
 * `#help anna> `, or `#help > Title anna (team) to Steward> ` in a thread, as the team and with a reply. A reply goes where its
 * message is, wherever the person is.
 */
export function promptOf({ role, names, channel, thread, replyTo }: Speaker): string {
  const place = replyTo ? replyTo.thread : thread;
  const inThread = place ? ` > ${harmlessLine(place.title, 30)}` : '';
  const team = role === 'team' ? ' (team)' : '';
  const reply = replyTo ? ` to ${harmlessLine(replyTo.author.name, 30)}` : '';
  return `#${channel}${inThread} ${names[role]}${team}${reply}> `;
}
