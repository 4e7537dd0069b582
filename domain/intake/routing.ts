import type { Message } from './message.ts';

/** Where a message or a batch leads. `ignore` never leaves `gatherContext`. */
export type Route = 'capture' | 'reply' | 'ignore';

/** The settings that routes depend on: the channel's and `kb`. */
interface RoutingRules {
  /** `answer_threads`: whether threads that members opened are answered. Null means only in forum channels. */
  readonly channel: { readonly answer_threads: boolean | null } | null;
  /** More than 0: a team message that replies to nobody may be an answer. Earlier messages then decide. */
  readonly kb: { readonly capture_unreplied_minutes: number };
}

/**
 * Routes a batch as far as its messages alone decide, by the strongest route among them. Rules that need the thread's
 * history are checked by `refuteRoute` after fetching it, so that chatter costs no request.
 */
export function routeBatch(batch: readonly Message[], rules: RoutingRules): Route {
  const routes = batch.map((message) => routeMessage(message, rules));
  return (['capture', 'reply'] as const).find((route) => routes.includes(route)) ?? 'ignore';
}

function routeMessage(message: Message, { channel, kb }: RoutingRules): Route {
  if (message.isSystem) return 'ignore';
  switch (message.author.kind) {
    case 'steward':
    case 'bot':
      return 'ignore';
    case 'team_member':
      return routeTeam(message, kb.capture_unreplied_minutes > 0);
    case 'community_user':
      return routeCommunity(message, channel?.answer_threads ?? null);
  }
}

function routeTeam({ repliesTo, location }: Message, unreplied: boolean): Route {
  if (repliesTo)
    return repliesTo.authorKind === 'community_user' || repliesTo.authorKind === 'steward'
      ? 'capture'
      : 'ignore';
  return location.thread || unreplied ? 'capture' : 'ignore';
}

function routeCommunity(message: Message, answerThreads: boolean | null): Route {
  const { repliesTo, location, author } = message;
  if (message.mentionsSteward || repliesTo?.authorKind === 'steward') return 'reply';
  const toNobodyElse = repliesTo === null || repliesTo.authorId === author.id;
  if (!toNobodyElse) return 'ignore';
  if (!location.thread || location.thread.openedBySteward) return 'reply';
  return (answerThreads ?? location.thread.inForum) && location.thread.ownerId === author.id
    ? 'reply'
    : 'ignore';
}

/** Whether the team's answers in a place are captured: as the channel says, or else if everyone can read them. */
export const capturesIn = (
  { capture }: { readonly capture: boolean | 'ask' | null },
  { readableByEveryone }: Message['location'],
): boolean => Boolean(capture ?? readableByEveryone);

/** Whether a message mentions Steward or replies to it. The member then always gets an answer. */
export const isAskedDirectly = (batch: readonly Message[]): boolean =>
  batch.some(({ mentionsSteward, repliesTo }) => mentionsSteward || repliesTo?.authorKind === 'steward');

/** Whether a thread that Steward opened holds nobody but Steward and the asker. */
export const isAloneWithSteward = (batch: readonly Message[], history: readonly Message[]): boolean => {
  const thread = batch[0]?.location.thread;
  if (!thread?.openedBySteward) return false;
  const asker = batch[0]?.author.id;
  return history.every(
    ({ location, author }) =>
      location.thread?.id !== thread.id || author.kind === 'steward' || author.id === asker,
  );
};

/** Whether the channel's mode leaves the batch alone: nobody asks Steward directly, and it is not in a thread of Steward's. */
export const isLeftUnasked = (mode: 'all' | 'mention', batch: readonly Message[]): boolean =>
  mode === 'mention' &&
  !isAskedDirectly(batch) &&
  !batch.some(({ location }) => location.thread?.openedBySteward);

/** Why messages of a window lead to no run. */
export type IgnoredReason =
  | 'handled_before'
  | 'deleted'
  | 'channel_not_listed'
  | 'not_for_steward'
  | 'not_mentioned'
  | 'paused'
  | 'chatter'
  | 'unread_file'
  | 'capture_is_off'
  | 'no_community_message_before'
  | 'thread_handed_to_people'
  | 'another_person_answered'
  | 'team_answered'
  | 'too_old';

/** Returns why a route does not hold after all, or null. `history` holds all known earlier messages, oldest first. */
export function refuteRoute({
  route,
  batch,
  history,
}: {
  readonly route: Exclude<Route, 'ignore'>;
  readonly batch: readonly Message[];
  readonly history: readonly Message[];
}): IgnoredReason | null {
  const thread = batch[0]?.location.thread ?? null;
  if (route === 'capture') {
    return history.some(({ author }) => author.kind === 'community_user')
      ? null
      : 'no_community_message_before';
  }
  if (!thread || isAskedDirectly(batch)) return null;
  const inThread = history.filter(({ location }) => location.thread?.id === thread.id);
  if (inThread.some(({ author }) => author.kind === 'team_member')) return 'thread_handed_to_people';
  const asker = batch[0]?.author.id;
  const othersSpoke = inThread.some(({ author }) => author.kind === 'community_user' && author.id !== asker);
  return !thread.openedBySteward && othersSpoke ? 'another_person_answered' : null;
}

/** A pause applies to later messages, in a channel or everywhere, until it is ended. */
export interface Pause {
  /** Null means everywhere. */
  readonly channelId: string | null;
  /** RFC 3339, UTC. */
  readonly since: string;
}

export const isPaused = (pauses: readonly Pause[], channelId: string): boolean =>
  pauses.some((pause) => pause.channelId === null || pause.channelId === channelId);
