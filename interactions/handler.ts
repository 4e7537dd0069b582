import type { Client } from '@temporalio/client';
import type { ChannelFor } from '../config/channel-for.ts';
import type { Texts, TextsFor } from '../config/texts-for.ts';
import type { Storage } from '../adapters/storage/open-storage.ts';
import type { Actor, InteractionAnswer, InteractionRequest } from '../domain/ports/interactions.ts';
import type { Location } from '../domain/intake/message.ts';

export interface HandlerDeps {
  readonly client: Client;
  /** The base of this Steward's task queues. */
  readonly taskQueue: string;
  readonly storage: Pick<Storage, 'records' | 'library' | 'erasure' | 'documentIndex'>;
  readonly channelFor: ChannelFor;
  readonly texts: Texts['desk'];
  /** What an answer is composed with, when a draft was edited. */
  readonly textsFor: TextsFor;
  readonly now: () => Date;
}

/** One kind of request, with who brought it, and where. */
export type RequestOf<Kind extends InteractionRequest['kind']> = Extract<
  InteractionRequest,
  { readonly kind: Kind }
> & {
  readonly requestId: string;
  readonly actor: Actor;
  readonly location: Location;
};

export type InteractionHandler<Kind extends InteractionRequest['kind']> = (
  deps: HandlerDeps,
  request: RequestOf<Kind>,
) => Promise<InteractionAnswer | null>;
