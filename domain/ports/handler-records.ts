import type { PublishableKey } from '../intake/publishable-keys.ts';
import type { Pause } from '../intake/routing.ts';
import type { SettingChange } from '../operations/setting-changes.ts';

/** Records of buttons, commands and visitors. */
export interface HandlerRecords {
  pause(pause: Pause): Promise<void>;
  /** Ends the pause of one channel, or the general pause (null); pauses of single channels then stay. */
  resume(channelId: string | null): Promise<void>;
  pauses(): Promise<readonly Pause[]>;

  /** The id of the post for a cause (a call for help, a notice, a draft to review), which is made only once, or null. */
  postFor(cause: string): Promise<string | null>;
  /** The cause of a post, or null. */
  causeOf(postedMessageId: string): Promise<string | null>;
  /** Keeps only the first post for a cause. */
  rememberPostFor(cause: string, postedMessageId: string): Promise<void>;
  /** The causes with this beginning that have a post. */
  causesBeginning(prefix: string): Promise<readonly string[]>;
  /** The cause may have another post. */
  forgetPostFor(cause: string): Promise<void>;

  /** Saves Discord's token for answering a command, which is valid for a quarter of an hour. */
  saveResponse(response: {
    /** The id of the reply record that holds the answer. */
    readonly messageId: string;
    readonly token: string;
    readonly expiresAt: Date;
  }): Promise<void>;
  /** Null if there is none or it has expired. */
  responseToken(messageId: string): Promise<string | null>;

  /** The secret for hashing visitors' addresses and the like. The first call creates it, for all hosts. */
  visitorSalt(): Promise<string>;
}

/** A person's rights on the page, as Discord reported them when the person asked for a link. */
export interface PageAccess {
  readonly userId: string;
  readonly isTeam: boolean;
}

/** The sessions of the moderators' page, and what is set there. */
export interface PageRecords {
  /** Saves a link or a session as a hash only. Deletes those that have expired. */
  savePageKey(
    key: PageAccess & { readonly hash: string; readonly kind: 'link' | 'session'; readonly expiresAt: Date },
  ): Promise<void>;
  /** Uses up a link and returns whose it is. Null if it is unknown, used or expired. */
  takePageLink(hash: string): Promise<PageAccess | null>;
  pageSession(hash: string): Promise<PageAccess | null>;
  endPageSession(hash: string): Promise<void>;

  /** Keys that web pages may contain. */
  publishableKeys(): Promise<readonly PublishableKey[]>;
  savePublishableKey(key: PublishableKey): Promise<void>;
  /** Returns false if there is no such key. */
  revokePublishableKey(key: string): Promise<boolean>;

  /** What moderators changed of the settings, oldest first. */
  settingChanges(): Promise<readonly SettingChange[]>;
  changeSetting(change: SettingChange): Promise<void>;
}
