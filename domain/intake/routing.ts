import type { Message } from './message.ts';

/** What a message or a batch leads to. `ignore` never leaves `gatherContext`. */
export type Route = 'capture' | 'reply' | 'ignore';

/** What a route depends on beyond the message itself. */
export interface RoutingFacts {
  readonly message: Message;
  /** The channel's `answer_threads`: threads that members opened are answered too. Null: in forum channels only. */
  readonly answerThreads: boolean | null;
  /** What the team writes in a channel to nobody may answer the last question there: what came before decides. */
  readonly unreplied?: boolean;
}

/**
 * The table of SPEC.md section 1, as far as a message alone tells. What needs the thread's history is decided by
 * `confirmRoute` once that was fetched, so that chatter costs no request.
 */
export function routeMessage({ message, answerThreads, unreplied = false }: RoutingFacts): Route {
  if (message.isSystem) return 'ignore';
  switch (message.author.kind) {
    case 'steward':
    case 'bot':
      return 'ignore';
    case 'team_member':
      return routeTeam(message, unreplied);
    case 'community_user':
      return routeCommunity(message, answerThreads);
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

const strength: Readonly<Record<Route, number>> = { ignore: 0, reply: 1, capture: 2 };

/** A batch takes the strongest route of its messages and keeps all its text. `channel` and `kb` as the config has them. */
export const routeBatch = (
  batch: readonly Message[],
  {
    channel,
    kb,
  }: {
    readonly channel: { readonly answer_threads: boolean | null } | null;
    readonly kb: { readonly capture_unreplied_minutes: number };
  },
): Route =>
  strongestRoute(
    batch.map((message) =>
      routeMessage({
        message,
        answerThreads: channel?.answer_threads ?? null,
        unreplied: kb.capture_unreplied_minutes > 0,
      }),
    ),
  );

export const strongestRoute = (routes: readonly Route[]): Route =>
  routes.reduce<Route>(
    (strongest, route) => (strength[route] > strength[strongest] ? route : strongest),
    'ignore',
  );

/** Mentioned or replied to: the member always gets an answer. */
export const isAskedDirectly = (batch: readonly Message[]): boolean =>
  batch.some(({ mentionsSteward, repliesTo }) => mentionsSteward || repliesTo?.authorKind === 'steward');

/** Where Steward answers only who asks it, or goes on in a thread that it opened for them. */
export const isLeftUnasked = (mode: 'all' | 'mention', batch: readonly Message[]): boolean =>
  mode === 'mention' &&
  !isAskedDirectly(batch) &&
  !batch.some(({ location }) => location.thread?.openedBySteward);

/** Why a route does not hold after all, or null. `history` is everything known before the batch, oldest first. */
export function refuteRoute({
  route,
  batch,
  history,
}: {
  readonly route: Exclude<Route, 'ignore'>;
  readonly batch: readonly Message[];
  readonly history: readonly Message[];
}): string | null {
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

/** A pause holds from the next message on, in a channel or everywhere, until it is taken back. */
export interface Pause {
  /** Null: everywhere. */
  readonly channelId: string | null;
  /** RFC 3339, UTC. */
  readonly since: string;
}

/** Whether a pause holds in a channel. */
export const isPaused = (pauses: readonly Pause[], channelId: string): boolean =>
  pauses.some((pause) => pause.channelId === null || pause.channelId === channelId);
