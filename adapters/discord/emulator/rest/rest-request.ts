import type { Gateway } from '../gateway/gateway.ts';
import type { World } from '../world/world.ts';

export interface RouteParts {
  readonly world: World;
  readonly gateway: Gateway;
  readonly url: string;
}

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

/** A refusal has an HTTP status and Discord's own code. */
export const refused = (status: number, code: number, message: string): RestAnswer => ({
  status,
  body: { code, message },
});

/** A form of which Discord refuses one field. */
export const invalidForm = (field: string, code: string): RestAnswer => ({
  status: 400,
  body: {
    code: 50_035,
    message: 'Invalid Form Body',
    errors: { [field]: { _errors: [{ code, message: code }] } },
  },
});

export const refusals = {
  unknownRoute: refused(404, 0, '404: Not Found'),
  unknownApplication: refused(404, 10_002, 'Unknown Application'),
  unknownChannel: refused(404, 10_003, 'Unknown Channel'),
  unknownMessage: refused(404, 10_008, 'Unknown Message'),
  missingAccess: refused(403, 50_001, 'Missing Access'),
  missingPermissions: refused(403, 50_013, 'Missing Permissions'),
  invalidForm: refused(400, 50_035, 'Invalid Form Body'),
  /** For changes in an archived thread. Posting there unarchives it instead. */
  archived: refused(400, 50_083, 'Thread is archived'),
} as const;
