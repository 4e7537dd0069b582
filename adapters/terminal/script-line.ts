import type { Role } from './terminal-members.ts';

/** What `reply-to` and `thread` point at; resolved as far as the script alone allows. */
export type ScriptReference =
  /** An earlier line's message, by its 1-based line number. */
  | { readonly kind: 'line'; readonly line: number }
  /** The last message of somebody who has spoken before, in the line's thread or channel. */
  | { readonly kind: 'author'; readonly author: string }
  /** Steward's last post there. */
  | { readonly kind: 'steward' };

export interface ScriptMessage {
  readonly kind: 'message';
  /** In the file, from 1. */
  readonly line: number;
  readonly author: string;
  readonly role: Role;
  readonly channel: string;
  /** The thread that hangs on a message, or (`named`) one that hangs on none and is known by its title. */
  readonly thread: ScriptReference | { readonly kind: 'named'; readonly title: string } | null;
  readonly replyTo: ScriptReference | null;
  readonly text: string;
  /** Waited before the line. */
  readonly pauseSeconds: number;
  /** False: the next line follows at once, so that both fall into one quiet window. */
  readonly settle: boolean;
}

/** `/regenerate`: rebuilds the library instead of saying something. */
interface ScriptRegeneration {
  readonly kind: 'regenerate';
  readonly line: number;
  readonly pauseSeconds: number;
}

export type ScriptLine = ScriptMessage | ScriptRegeneration;
