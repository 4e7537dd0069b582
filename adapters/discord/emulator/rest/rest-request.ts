import type { APIMessage } from 'discord.js';
import type { Gateway } from '../gateway/gateway.ts';
import type { World } from '../world/world.ts';

/** What the routes work on. */
export interface RouteParts {
  readonly world: World;
  readonly gateway: Gateway;
  readonly url: string;
  readonly violation: (what: string) => void;
  /** The first message of each nonce, for as long as Discord remembers it. */
  readonly nonces: Map<string, APIMessage>;
  /** The switch "Message Content Intent". */
  readonly mayReadContent: () => boolean;
}

/** A request as the routes see it, and what they answer. */
export interface RestRequest {
  readonly method: string;
  /** Without the version: `/channels/1/messages`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface RestAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export const ok = (body: unknown): RestAnswer => ({ status: 200, body });

/** Discord's way to say no: a status, and a code of its own. */
export const refused = (status: number, code: number, message: string): RestAnswer => ({
  status,
  body: { code, message },
});

/** Those that several routes have. */
export const refusals = {
  unknownChannel: refused(404, 10_003, 'Unknown Channel'),
  unknownMessage: refused(404, 10_008, 'Unknown Message'),
  missingAccess: refused(403, 50_001, 'Missing Access'),
  missingPermissions: refused(403, 50_013, 'Missing Permissions'),
  invalidForm: refused(400, 50_035, 'Invalid Form Body'),
  /** What would change something in an archived thread; posting there opens it again. */
  archived: refused(400, 50_083, 'Thread is archived'),
} as const;
