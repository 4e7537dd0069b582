import { GatewayDispatchEvents, type APIMessage, type APIUser } from 'discord.js';
import type { RouteParts } from '../rest/rest-request.ts';
import { addMessage, addThread, findMessage, inGuild } from '../world/messages.ts';
import { channelId, locationIdOf, user, type Member, type World } from '../world/world.ts';

export interface Saying {
  /** The member's name, in any letter case. An unknown member joins. */
  readonly by: string;
  readonly text: string;
  /** Gives or takes the team's role. By default it does not change. */
  readonly team?: boolean;
  /** A channel's name, or the id of a channel or thread. */
  readonly in?: string;
  readonly replyTo?: string;
  readonly id?: string;
}

/** Discord's limit for members with Nitro. */
export const maxSayingChars = 4_000;

/** Each action throws for an unknown message, channel or thread; `say` throws a `RangeError` for a bad length. */
export interface Members {
  readonly person: (name: string, team?: boolean) => Member;
  readonly say: (saying: Saying) => APIMessage;
  /** Returns the thread's id. */
  readonly openThread: (thread: {
    readonly by: string;
    readonly name: string;
    /** A message's id, or a channel's name for a thread without one. */
    readonly on: string;
    /** The ids of a forum post's tags. */
    readonly tags?: readonly string[];
    /** A private thread that Steward was added to. */
    readonly isPrivate?: boolean;
  }) => string;
}

export function createMembers({ world, gateway }: Pick<RouteParts, 'world' | 'gateway'>): Members {
  const person = joining(world);
  return {
    person,
    say: ({ by, text, team, replyTo = null, id, in: where = 'help' }) => {
      if (text.trim() === '' || text.length > maxSayingChars)
        throw new RangeError(`A message has 1 to ${maxSayingChars} characters, not ${text.length}.`);
      const author = person(by, team).user;
      const location = { channelId: locationIdOf(world, where), id };
      const message = addMessage(world, { author, content: text, replyToId: replyTo, ...location });
      gateway.send(GatewayDispatchEvents.MessageCreate, inGuild(world, message));
      return message;
    },

    openThread: ({ by, on, ...options }) => {
      const message = findMessage(world, on);
      const parentId = message?.channel_id ?? channelId(world, on);
      const id = message ? on : world.newId();
      const thread = addThread(world, { id, parentId, ownerId: person(by).user.id, ...options });
      gateway.send(GatewayDispatchEvents.ThreadCreate, { ...thread, newly_created: true });
      return id;
    },
  };
}

function joining(world: World): Members['person'] {
  const keyOf = (name: string) => name.normalize('NFC').toLowerCase();
  const idsByName = new Map([...world.members.values()].map(({ user: one }) => [keyOf(nameOf(one)), one.id]));
  return (name, team) => {
    const id = idsByName.get(keyOf(name)) ?? world.newId();
    idsByName.set(keyOf(name), id);
    const memberBefore = world.members.get(id) ?? { user: user(id, name), roles: [] };
    const roles = team === undefined ? memberBefore.roles : team ? [world.teamRoleId] : [];
    const member = { ...memberBefore, roles };
    world.members.set(id, member);
    return member;
  };
}

const nameOf = ({ global_name: name, username }: APIUser): string => name ?? username;
