import type { Author, Location } from '../intake/message.ts';
import type { PostButton } from '../posting/answer-buttons.ts';
import type { QaId } from '../values/qa-id.ts';
import type { MessageRef } from './chat.ts';
import type { ReplyRecord } from '../reply/reply-record.ts';
import type { ReplyStatus } from '../reply/reply-status.ts';

/** Who pressed or typed, as the platform says. */
export interface Actor {
  readonly id: string;
  readonly name: string;
  readonly isTeam: boolean;
  /** A team member, or somebody who may manage messages in this listed channel, or in the whole server. */
  readonly moderates: boolean;
  /** A team member, or somebody who may manage messages in the whole server. */
  readonly moderatesServer: boolean;
}

/** What an overview is about. */
export const overviews = ['status', 'sources', 'unanswered', 'gaps', 'usage', 'learned'] as const;

export type Overview = (typeof overviews)[number];

/** What a person asks of Steward by a button, a form or a command. `messageId` is the question's, as buttons carry it, or that of a pair's snapshot, or of a gap. */
export type InteractionRequest =
  | {
      readonly kind: 'vote';
      readonly messageId: string;
      readonly helpful: boolean;
      readonly reason: string | null;
    }
  | About<
      | 'ask_human'
      | 'remove'
      | 'accept'
      | 'drop'
      | 'learn'
      | 'dont_learn'
      | 'gap_draft'
      | 'gap_dismiss'
      | 'gap_done'
    >
  | About<'correct' | 'edit', { readonly text: string }>
  | {
      readonly kind: 'ask';
      readonly question: string;
      readonly responseToken: string;
      /** Everyone in the channel reads the answer. */
      readonly isPublic: boolean;
    }
  | { readonly kind: 'capture'; readonly message: MessageRef }
  /** A ✅ on an answer, or on one's own question. */
  | Kinds<'solved', { readonly postedMessageId: string }>
  /** A tag that says so, on a thread: set by who opened it, or by somebody who may manage it. */
  | Kinds<'thread_solved', { readonly threadId: string }>
  /** Of any message: one of the team's, or an answer. */
  | Kinds<'retract' | 'why', { readonly postedMessageId: string }>
  | { readonly kind: 'retract_pair'; readonly qaId: QaId }
  | { readonly kind: 'correct_pair'; readonly qaId: QaId; readonly text: string }
  | { readonly kind: 'forget_me'; readonly confirmed: boolean }
  /** Null: everywhere. */
  | Kinds<'pause' | 'resume', { readonly channelId: string | null }>
  | { readonly kind: 'show'; readonly overview: Overview }
  /** A link to the moderators' page. */
  | { readonly kind: 'page' };

/** One member of the union for each kind. */
type Kinds<Kind extends string, Rest> = Kind extends string ? Rest & { readonly kind: Kind } : never;

type About<Kind extends string, Rest = unknown> = Kinds<Kind, Rest & { readonly messageId: string }>;

export interface InteractionAnswer {
  readonly text: string;
  readonly buttons?: readonly PostButton[];
  /** What was asked for is done, or begun: it was neither refused nor too late. */
  readonly isDone?: true;
}

/** What buttons, forms and commands do. Every request may come twice. */
export interface InteractionHandlers {
  /** `requestId` is a snowflake of its own. Null: a run answers. Throws `PortError`. */
  handle(
    request: InteractionRequest & {
      readonly requestId: string;
      readonly actor: Actor;
      readonly location: Location;
    },
  ): Promise<InteractionAnswer | null>;
  /** The text of an answer that waits for the team, to be edited; null when none waits. */
  draft(messageId: string): Promise<string | null>;
}

interface AskRequest {
  /** Chosen by who asks: the same id finds the same run, for as long as its row is kept. */
  readonly requestId: string;
  /** Who asks, for budgets: never a person's name or a key. */
  readonly author: Author;
  readonly question: string;
  /** The conversation that it belongs to. */
  readonly conversation: Conversation;
}

/** Questions over HTTP that go on from one another. */
export interface Conversation {
  /** Of the key that it is held with. */
  readonly channelId: string;
  /** Nobody can guess it. */
  readonly id: string;
  readonly isNew: boolean;
}

/** A question on its way, through a run like any other. It goes on whether anybody waits for it or not. */
export interface AskedRun {
  /** Of the conversation that it belongs to; null when it belongs to none, or when that is not kept any more. */
  readonly conversationId: string | null;
  /** What the reply is at; null when nobody can tell, or when it has ended. */
  readonly status: () => Promise<ReplyStatus | null>;
  /** Waits for the end of the run, and gives its row. Rejects with a `PortError` when it cannot be waited for. */
  readonly row: () => Promise<ReplyRecord>;
}

export interface Asking {
  /**
   * Throws a final `PortError`: `request_id_taken` when the id belongs to another question, `conversation_unknown` when
   * nothing is kept of the conversation.
   */
  ask(asked: AskRequest): Promise<AskedRun>;
  /** Throws a final `PortError`, `answer_unknown`, unless it is an answer to a question of this key. */
  vote(vote: {
    readonly messageId: string;
    readonly channelId: string;
    readonly userId: string;
    readonly helpful: boolean;
  }): Promise<void>;
  /** Throws a `PortError` when questions cannot be taken now. */
  check(): Promise<void>;
}
