import { GatewayDispatchEvents, type APIMessage, type APIUser } from 'discord.js';
import type { RouteParts } from '../rest/rest-request.ts';
import { addMessage, inGuild } from '../world/messages.ts';
import { locationIdOf, user, type Member, type World } from '../world/world.ts';

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

export type Members = ReturnType<typeof createMembers>;

export function createMembers({ world, gateway }: Pick<RouteParts, 'world' | 'gateway'>) {
  const person = joining(world);
  return {
    person,
    /** Throws for an unknown channel or thread, and a `RangeError` for a bad length. */
    say: ({ by, text, team, replyTo, id, in: where = 'help' }: Saying): APIMessage => {
      if (text.trim() === '' || text.length > maxSayingChars)
        throw new RangeError(`A message has 1 to ${maxSayingChars} characters, not ${text.length}.`);
      const author = person(by, team).user;
      const location = { channelId: locationIdOf(world, where), id };
      const message = addMessage(world, { author, content: text, replyToId: replyTo ?? null, ...location });
      gateway.send(GatewayDispatchEvents.MessageCreate, inGuild(world, message));
      return message;
    },
  };
}

function joining(world: World): (name: string, team?: boolean) => Member {
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
