import type { ReplyReason } from '../reply/reply-record-status.ts';

/** What a member, or a guild, may have used of models in a day, as in the config's `budget`. Null: no limit. */
export interface ShareLimits {
  readonly tokens_per_day: number | null;
  readonly calls_per_day: number | null;
}

/** How many questions that are put to Steward itself are answered in an hour, as in the config's `budget`. Null: no limit. */
interface DirectLimits {
  readonly direct_per_member_per_hour: number | null;
  readonly direct_per_channel_per_hour: number | null;
  readonly direct_per_guild_per_hour: number | null;
}

export interface AdmissionRequest {
  readonly messageId: string;
  readonly guildId: string;
  readonly channelId: string;
  readonly userId: string;
  readonly now: Date;
  readonly budget: {
    /** See `usageDay`. */
    readonly day: string;
    readonly per_user: ShareLimits;
    readonly per_guild: ShareLimits;
  };
  /** Null for a question that is not put to Steward itself, or that no limit is for. */
  readonly direct: DirectLimits | null;
  /** Why the question's own words lead no further, or null. */
  readonly refused: ReplyReason | null;
  /** Until then people may answer first; null: they need not. */
  readonly notBefore: Date | null;
  /** Between answers to a member, and in a channel, from the time the last was posted. 0: none. Null: not bound by them. */
  readonly cooldown: {
    readonly user_cooldown_seconds: number;
    readonly channel_cooldown_seconds: number;
  } | null;
}

export type Admission =
  | { readonly outcome: 'admitted' }
  /** It has a row. */
  | { readonly outcome: 'decided' }
  /** `budget_spent`, `asked_too_often`, `cooldown` (it would wait too long, or too many wait), or what the request said. */
  | { readonly outcome: 'refused'; readonly reason: ReplyReason }
  | {
      readonly outcome: 'wait';
      readonly reason: 'cooldown' | 'people_first';
      readonly milliseconds: number;
    };

/** Who may be answered now. A question that was admitted stays so, and holds others back until its answer is posted. */
export interface AdmissionRecords {
  /** One transaction, so that questions at once cannot both pass a cooldown. May be asked again at any time. */
  admit(request: AdmissionRequest): Promise<Admission>;
}
