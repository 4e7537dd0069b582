import {
  GatewayDispatchEvents,
  InteractionResponseType,
  InteractionType,
  PermissionFlagsBits,
} from 'discord.js';
import type { Emulator } from '../../../adapters/discord/emulator/emulator.ts';
import { isMessage, updates } from './answer-interactions.ts';
import {
  invalidForm,
  ok,
  refusals,
  refused,
  type RestAnswer,
  type RestRequest,
} from '../../../adapters/discord/emulator/rest/rest-request.ts';
import { whyCommandsRefused } from './check-commands.ts';
import { whyFormRefused } from './check-components.ts';
import { whyNeverSent, whyRefused, whyResponseRefused } from './check-message.ts';
import { applicationIdOf } from '../../../adapters/discord/emulator/world/world.ts';
import { acknowledgeMilliseconds } from './interactions.ts';
import { botMay } from './permissions.ts';

const maxNonceChars = 25;
const maxTitleChars = 100;

type Fields = Readonly<Record<string, unknown>>;
type Rule = (request: RestRequest, first: string, second: string) => RestAnswer | null;
type Rules = readonly (readonly [method: string, path: RegExp, rule: Rule])[];

interface RuleParts extends Pick<Emulator, 'world' | 'gateway'> {
  readonly violation: (what: string) => void;
  /** Words that no name may contain, as in servers that Discord lists for everybody. */
  readonly forbiddenInNames: readonly string[];
  /** Called with the commands that Steward registers. */
  readonly registered: (commands: readonly object[]) => void;
}

/**
 * The answer to a request that Discord would refuse, or null. Reports a violation for what Steward could have known, and for what
 * Discord would accept but Steward may never send: a message that pings, or one that a retry would post twice.
 */
export function createRules(parts: RuleParts): (request: RestRequest) => RestAnswer | null {
  const rules = [...messageRules(parts), ...threadRules(parts), ...interactionRules(parts)];
  return (request) => {
    for (const [method, pattern, rule] of rules) {
      const match = method === request.method ? request.path.match(pattern) : null;
      if (match) return rule(request, match[1] ?? '', match[2] ?? '');
    }
    return null;
  };
}

/** Reports a violation and refuses the request, unless `wrong` is null. */
const refusing =
  ({ violation }: RuleParts) =>
  (wrong: string | null): RestAnswer | null => {
    if (wrong === null) return null;
    violation(wrong);
    return refusals.invalidForm;
  };

function messageRules(parts: RuleParts): Rules {
  const { world, violation } = parts;
  const { SendMessages, SendMessagesInThreads, ViewChannel, ReadMessageHistory, AddReactions } =
    PermissionFlagsBits;
  const refuse = refusing(parts);
  const never = (body: Fields) => {
    const wrong = whyNeverSent(body, world.helperRoleId);
    if (wrong !== null) violation(wrong);
    return null;
  };
  const list: Rule = ({ query }, id) => {
    if (!botMay(world, id, ViewChannel)) return refusals.missingAccess;
    if (!botMay(world, id, ReadMessageHistory)) return ok([]);
    const limit = Number(query.get('limit') ?? 50);
    if (!(limit >= 1 && limit <= 100)) violation(`a list of ${limit} messages`);
    return null;
  };
  const post: Rule = ({ body }, channelId) => {
    const needed = world.threads.has(channelId) ? SendMessagesInThreads : SendMessages;
    if (!botMay(world, channelId, needed)) return refusals.missingPermissions;
    const { nonce, enforce_nonce: enforced } = body;
    const isNonce = typeof nonce === 'string' && nonce.length <= maxNonceChars;
    const refusal = refuse(whyRefused(body) ?? (isNonce ? null : `the nonce ${String(nonce)}`));
    if (refusal) return refusal;
    if (enforced !== true) violation('a nonce that is not enforced');
    return never(body);
  };
  const react: Rule = (_, channelId) =>
    botMay(world, channelId, AddReactions) ? null : refusals.missingPermissions;
  return [
    ['GET', /^\/channels\/(\d+)\/messages$/, list],
    ['POST', /^\/channels\/(\d+)\/messages$/, post],
    ['PATCH', /^\/channels\/\d+\/messages\/\d+$/, ({ body }) => refuse(whyRefused(body)) ?? never(body)],
    ['PUT', /^\/channels\/(\d+)\/messages\/\d+\/reactions\//, react],
  ];
}

function threadRules(parts: RuleParts): Rules {
  const { world, forbiddenInNames } = parts;
  const refuse = refusing(parts);
  const open: Rule = ({ body: { name } }, parentId) => {
    const isTitle = typeof name === 'string' && name.trim() !== '' && name.length <= maxTitleChars;
    const refusal = refuse(isTitle ? null : `a thread's title of ${String(name).length} characters`);
    if (refusal) return refusal;
    if (forbiddenInNames.some((word) => String(name).toLowerCase().includes(word)))
      return invalidForm('name', 'INVALID_COMMUNITY_PROPERTY_NAME');
    const mayOpen = botMay(world, parentId, PermissionFlagsBits.CreatePublicThreads);
    return mayOpen ? null : refusals.missingPermissions;
  };
  return [['POST', /^\/channels\/(\d+)\/messages\/\d+\/threads$/, open]];
}

interface Sent {
  readonly type: InteractionType;
  readonly isOnMessage: boolean;
  readonly since: number;
}

function interactionRules(parts: RuleParts): Rules {
  const { world, gateway, registered } = parts;
  const refuse = refusing(parts);
  const sent = new Map<string, Sent>();
  gateway.watch((event, data) => {
    if (event !== GatewayDispatchEvents.InteractionCreate) return;
    const { id, type } = data as { readonly id: string; readonly type: InteractionType };
    sent.set(id, { type, isOnMessage: 'message' in data, since: Date.now() });
  });
  const acknowledge: Rule = ({ body }, id) => {
    const one = sent.get(id);
    if (!one || Date.now() - one.since > acknowledgeMilliseconds)
      return refused(404, 10_062, 'Unknown interaction');
    return refuse(whyAcknowledgementRefused(one, body));
  };
  const register: Rule = ({ body }, applicationId, guildId) => {
    const wrong =
      applicationId === applicationIdOf(world)
        ? whyCommandsRefused(body)
        : `the application ${applicationId}`;
    if (wrong !== null) return refuse(wrong);
    if (guildId !== world.guildId) return refusals.missingAccess;
    registered(body as unknown as readonly object[]);
    return ok(body);
  };
  return [
    ['POST', /^\/interactions\/(\d+)\/[\w-]+\/callback$/, acknowledge],
    [
      'PATCH',
      /^\/webhooks\/\d+\/[^/]+\/messages\/(?:@|%40)original$/,
      ({ body }) => refuse(whyResponseRefused(body, true)),
    ],
    ['PUT', /^\/applications\/(\d+)\/guilds\/(\d+)\/commands$/, register],
  ];
}

function whyAcknowledgementRefused(one: Sent, body: Fields): string | null {
  const type = body['type'] as InteractionResponseType;
  const data = (body['data'] ?? {}) as Fields;
  if (type === InteractionResponseType.Modal)
    return one.type === InteractionType.ModalSubmit ? 'a form in answer to a form' : whyFormRefused(data);
  if (updates.has(type) && !one.isOnMessage) return 'an update without a message';
  if (!isMessage(type)) return `a response of the type ${type}`;
  const isUpdate = type === InteractionResponseType.UpdateMessage;
  return isUpdate || type === InteractionResponseType.ChannelMessageWithSource
    ? whyResponseRefused(data, isUpdate)
    : null;
}
