import type { APIMessage } from 'discord.js';
import { whyNeverSent, whyRefused } from '../checks/check-message.ts';
import { addMessage, findMessage } from '../world/messages.ts';
import { ok, refusals, refused, type RestAnswer, type RestRequest, type RouteParts } from './rest-request.ts';

const maxNonceChars = 25;

/**
 * POST messages. Reports a violation for what Discord would refuse, and for what Discord would accept but Steward may never
 * send: a message that pings, or one that a retry would post twice.
 */
export function postMessage({
  world,
  channelId,
  request,
  violation,
  nonces,
}: Pick<RouteParts, 'world' | 'violation' | 'nonces'> & {
  readonly channelId: string;
  readonly request: RestRequest;
}): { readonly answer: RestAnswer; readonly made: APIMessage | null } {
  const { content, nonce, enforce_nonce: enforced, flags } = request.body;
  const reference = request.body['message_reference'] as { readonly message_id: string } | undefined;
  const no = (what: string) => {
    violation(what);
    return { answer: refusals.invalidForm, made: null };
  };
  const wrong = whyRefused(request.body);
  if (wrong !== null) return no(wrong);
  if (typeof nonce !== 'string' || nonce.length > maxNonceChars) return no(`the nonce ${String(nonce)}`);
  if (enforced !== true) violation('a nonce that is not enforced');
  const never = whyNeverSent(request.body, world.helperRoleId);
  if (never !== null) violation(never);
  const key = `${channelId} ${nonce}`;
  const first = nonces.get(key);
  if (first) return { answer: ok(first), made: null };
  const replyToId = reference?.message_id ?? null;
  if (replyToId && !findMessage(world, replyToId))
    return { answer: refused(400, 50_035, 'Unknown message'), made: null };
  const made = addMessage(world, {
    author: world.bot,
    channelId,
    content: String(content),
    nonce,
    replyToId,
    flags: Number(flags ?? 0),
    components: request.body['components'],
  });
  nonces.set(key, made);
  return { answer: ok(made), made };
}
