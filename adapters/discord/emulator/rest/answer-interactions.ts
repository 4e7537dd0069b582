import { InteractionResponseType, InteractionType } from 'discord.js';
import { whyFormRefused } from '../checks/check-components.ts';
import { whyResponseRefused } from '../checks/check-message.ts';
import { ok, refusals, refused, type RestAnswer, type RestRequest, type RouteParts } from './rest-request.ts';

/** Discord's limit for the acknowledgement of an interaction. */
export const acknowledgeMilliseconds = 3_000;

type Fields = Readonly<Record<string, unknown>>;

/** An interaction and the bot's response. */
export interface SentInteraction {
  readonly id: string;
  readonly token: string;
  readonly type: InteractionType;
  readonly channelId: string;
  readonly since: number;
  /** The message whose button was pressed. */
  readonly on: Fields | null;
  response: { readonly type: InteractionResponseType; data: Fields } | null;
}

/** Checks and saves responses to interactions. Null for any other request. */
export function answerInteractions({
  world,
  sent,
  violation,
}: Pick<RouteParts, 'world' | 'violation'> & {
  readonly sent: ReadonlyMap<string, SentInteraction>;
}): (request: RestRequest) => RestAnswer | null {
  const no = (what: string): RestAnswer => {
    violation(what);
    return refusals.invalidForm;
  };

  function acknowledge(one: SentInteraction | undefined, token: string, body: Fields): RestAnswer {
    if (!one || one.token !== token || Date.now() - one.since > acknowledgeMilliseconds)
      return refused(404, 10_062, 'Unknown interaction');
    if (one.response) return refused(400, 40_060, 'Interaction has already been acknowledged.');
    const type = body['type'] as InteractionResponseType;
    const data = (body['data'] ?? {}) as Fields;
    if (type === InteractionResponseType.Modal) {
      if (one.type === InteractionType.ModalSubmit) return no('a form in answer to a form');
      const wrong = whyFormRefused(data);
      if (wrong) return no(wrong);
    } else if (updates.has(type) && one.on === null) return no('an update without a message');
    else if (!responses.has(type)) return no(`a response of the type ${type}`);
    else if (
      type === InteractionResponseType.ChannelMessageWithSource ||
      type === InteractionResponseType.UpdateMessage
    ) {
      const wrong = whyResponseRefused(data, type === InteractionResponseType.UpdateMessage);
      if (wrong) return no(wrong);
    }
    one.response = { type, data: updates.has(type) ? { ...one.on, ...data } : data };
    if (type === InteractionResponseType.UpdateMessage && one.on) Object.assign(one.on, data);
    return { status: 204, body: undefined };
  }

  /** PATCH of the original response, which also fills a deferred one. */
  function edit(token: string, body: Fields): RestAnswer {
    const one = [...sent.values()].find((each) => each.token === token);
    if (!one?.response || !isMessage(one.response.type)) return refused(404, 10_015, 'Unknown Webhook');
    const wrong = whyResponseRefused(body, true);
    if (wrong) return no(wrong);
    one.response.data = { ...one.response.data, ...body };
    return ok({ id: one.id, channel_id: one.channelId, author: world.bot, ...one.response.data });
  }

  return ({ method, path, body }) => {
    const callback = path.match(/^\/interactions\/(\d+)\/([\w-]+)\/callback$/);
    if (callback && method === 'POST')
      return acknowledge(sent.get(callback[1] ?? ''), callback[2] ?? '', body);
    const original = decodeURIComponent(path).match(/^\/webhooks\/\d+\/([\w-]+)\/messages\/@original$/);
    if (original && method === 'PATCH') return edit(original[1] ?? '', body);
    return null;
  };
}

const updates: ReadonlySet<InteractionResponseType> = new Set([
  InteractionResponseType.UpdateMessage,
  InteractionResponseType.DeferredMessageUpdate,
]);

const responses: ReadonlySet<InteractionResponseType> = new Set([
  ...updates,
  InteractionResponseType.ChannelMessageWithSource,
  InteractionResponseType.DeferredChannelMessageWithSource,
]);

export const isMessage = (type: InteractionResponseType): boolean => responses.has(type);
