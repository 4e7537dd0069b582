import type { PostButton } from '../posting/post-button.ts';
import type { MessageRef } from './message-ref.ts';

/** What stands below or beside the text of a post. */
export interface PostExtras {
  /** Below the text, in one row: at most five. */
  readonly buttons?: readonly PostButton[];
  /** The one role that the text may ping; the text names it by `roleMention`. */
  readonly pingRoleId?: string;
}

/** What a platform with reactions and commands can do, beside reading and posting. Elsewhere it has no effect. */
export interface ChatSurface {
  /** How a post names a role. */
  roleMention(roleId: string): string;
  /** Sets a reaction of Steward's own; repeating it changes nothing. A message that is gone is fine. */
  react(reaction: MessageRef & { readonly emoji: string }): Promise<void>;
  /** Fills the answer to a command, seen by whoever gave it. Repeating it shows the same once. */
  respond(response: {
    readonly token: string;
    readonly parts: readonly string[];
    readonly buttons?: readonly PostButton[];
  }): Promise<void>;
}
