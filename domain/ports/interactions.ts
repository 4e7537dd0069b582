import type { PageAround } from '../intake/ask-snapshot.ts';
import type { Author, Location } from '../intake/message.ts';
import type { PostButton } from '../posting/post-buttons.ts';
import type { QaId } from '../values/qa-id.ts';
import type { MessageRef } from './chat.ts';
import type { ReplyRecord } from '../reply/reply-record.ts';
import type { ReplyStatus } from '../reply/reply-status.ts';

/** The person who pressed a button or typed a command, as the platform reports them. */
export interface Actor {
  readonly id: string;
  readonly name: string;
  readonly isTeam: boolean;
  /** Is a team member, or may manage messages in this listed channel or in the whole server. */
  readonly moderates: boolean;
  /** Is a team member, or may manage messages in the whole server. */
  readonly moderatesServer: boolean;
}

/** A person's request. `target` is what a button carries: the id of a question, of a pair's snapshot, or of a pair. */
export type InteractionRequest =
  | {
      readonly kind: 'vote';
      readonly target: string;
      readonly helpful: boolean;
      readonly reason: string | null;
    }
  | About<'ask_human' | 'remove' | 'accept' | 'drop' | 'learn' | 'dont_learn' | 'keep_pair'>
  | About<'correct' | 'edit', { readonly text: string }>
  | {
      readonly kind: 'ask';
      readonly question: string;
      readonly responseToken: string;
    }
  | { readonly kind: 'capture'; readonly message: MessageRef }
  /** Wants an answer to the message where it stands. */
  | { readonly kind: 'answer'; readonly message: MessageRef }
  /** A ✅ on an answer, or on the person's own question. */
  | Kinds<'solved', { readonly postedMessageId: string }>
  | { readonly kind: 'retract'; readonly postedMessageId: string }
  | { readonly kind: 'retract_pair'; readonly qaId: QaId }
  | { readonly kind: 'correct_pair'; readonly qaId: QaId; readonly text: string }
  | { readonly kind: 'forget_me'; readonly confirmed: boolean }
  /** Null means everywhere. */
  | Kinds<'pause' | 'resume', { readonly channelId: string | null }>
  /** Asks for a link to the moderators' page. */
  | { readonly kind: 'page' };

/** One member of the union for each kind. */
type Kinds<Kind extends string, Rest> = Kind extends string ? Rest & { readonly kind: Kind } : never;

type About<Kind extends string, Rest = unknown> = Kinds<Kind, Rest & { readonly target: string }>;

export interface InteractionAnswer {
  readonly text: string;
  readonly buttons?: readonly PostButton[];
  /** The request was carried out or begun, neither refused nor too late. */
  readonly isDone?: true;
}

/** Handlers of buttons, forms and commands. Every request may arrive twice. */
export interface InteractionHandlers {
  /** `requestId` is a snowflake of the request's own. Null if a run sends the answer. Throws a `PortError`. */
  handle(
    request: InteractionRequest & {
      readonly requestId: string;
      readonly actor: Actor;
      readonly location: Location;
    },
  ): Promise<InteractionAnswer | null>;
  /** The text of an answer that waits for the team, for editing. Null if none waits. */
  draft(messageId: string): Promise<string | null>;
}

interface AskRequest {
  /** Chosen by the caller: the same id finds the same run for as long as its row is kept. */
  readonly requestId: string;
  /** The asker, for budgets; never a person's name or a key. */
  readonly author: Author;
  readonly question: string;
  readonly page?: PageAround;
  readonly conversation: Conversation;
}

/** A series of questions over HTTP that build on one another. */
export interface Conversation {
  /** The channel id that belongs to the caller's API key. */
  readonly channelId: string;
  /** An id that nobody can guess. */
  readonly id: string;
  readonly isNew: boolean;
}

/** The run that answers a question. It continues whether or not anybody waits for it. */
export interface AskedRun {
  /** Null if the question belongs to no conversation, or to one that is no longer kept. */
  readonly conversationId: string | null;
  /** The reply's present status. Null if it has ended or is unknown. */
  readonly status: () => Promise<ReplyStatus | null>;
  /** Waits for the end of the run and returns its row. Rejects with a `PortError` if waiting is impossible. */
  readonly row: () => Promise<ReplyRecord>;
}

export interface Asking {
  /** Throws a final `PortError`: `request_id_taken` (by another question) or `conversation_unknown` (no longer kept). */
  ask(request: AskRequest): Promise<AskedRun>;
  /** Throws a final `PortError`, `answer_unknown`, if this key has no such answer. */
  vote(vote: {
    readonly messageId: string;
    readonly channelId: string;
    readonly userId: string;
    readonly helpful: boolean;
    readonly reason: string | null;
  }): Promise<void>;
}
