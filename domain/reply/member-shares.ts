import type { ReplyRecord } from './reply-record.ts';

/** What members may do in some time, from the config's `budget`. Null means no limit. */
export interface MemberLimits {
  readonly direct_per_member_per_hour: number | null;
  readonly direct_per_channel_per_hour: number | null;
  readonly direct_per_guild_per_hour: number | null;
  /** For a key of web pages. */
  readonly direct_per_key_per_day?: number | null;
  readonly requests_per_member_per_hour: number | null;
  readonly requests_per_channel_per_hour: number | null;
  readonly helper_per_member_per_ten_minutes: number | null;
  readonly helper_per_channel_per_hour: number | null;
}

/** One use of what members share. */
export interface ShareRequest {
  /** Counts once, however often it is asked for. */
  readonly id: string;
  /** `called` takes a person's time; `requested` is whatever else a member asks of Steward. */
  readonly kind: 'called' | 'requested';
  readonly guildId: string;
  readonly channelId: string;
  readonly userId: string;
  readonly now: Date;
  readonly limits: MemberLimits;
}

/** A call of the helper role for a question, by the member who wants it. */
export const helperShare = (
  { messageId, guildId, channelId }: Pick<ReplyRecord, 'messageId' | 'guildId' | 'channelId'>,
  by: Pick<ShareRequest, 'userId' | 'now' | 'limits'>,
): ShareRequest => ({ id: messageId, kind: 'called', guildId, channelId, ...by });

const minutes = { day: 1_440, hour: 60, ten: 10 } as const;

interface Share {
  /** Whose uses count; a guild's if neither. */
  readonly of: 'userId' | 'channelId' | null;
  readonly most: number;
  readonly milliseconds: number;
}

const share = (of: Share['of'], most: number | null, within: number): readonly Share[] =>
  most === null ? [] : [{ of, most, milliseconds: within * 60_000 }];

/** The limits of each kind of use. */
export const sharesOf = (kind: ShareRequest['kind'] | 'direct', limits: MemberLimits): readonly Share[] =>
  ({
    called: [
      ...share('userId', limits.helper_per_member_per_ten_minutes, minutes.ten),
      ...share('channelId', limits.helper_per_channel_per_hour, minutes.hour),
    ],
    requested: [
      ...share('userId', limits.requests_per_member_per_hour, minutes.hour),
      ...share('channelId', limits.requests_per_channel_per_hour, minutes.hour),
    ],
    direct: [
      ...share('userId', limits.direct_per_member_per_hour, minutes.hour),
      ...share('channelId', limits.direct_per_channel_per_hour, minutes.hour),
      ...share(null, limits.direct_per_guild_per_hour, minutes.hour),
      ...share('channelId', limits.direct_per_key_per_day ?? null, minutes.day),
    ],
  })[kind];
