import type { Client } from '@temporalio/client';
import type { ChannelFor } from '../config/channel-for.ts';
import type { Texts, TextsFor } from '../config/texts-for.ts';
import type { Storage } from '../adapters/storage/open-storage.ts';
import type { Actor, DeskAnswer, DeskRequest } from '../domain/ports/desk.ts';
import type { Location } from '../domain/intake/message.ts';

export interface DeskDeps {
  readonly client: Client;
  /** The base of this Steward's task queues. */
  readonly taskQueue: string;
  readonly storage: Pick<Storage, 'records' | 'library' | 'forgetting' | 'documentIndex'>;
  readonly channelFor: ChannelFor;
  readonly texts: Texts['desk'];
  /** What an answer is composed with, when a draft was edited. */
  readonly textsFor: TextsFor;
  readonly now: () => Date;
}

/** One kind of request, with who brought it, and where. */
export type Brought<Kind extends DeskRequest['kind']> = Extract<DeskRequest, { readonly kind: Kind }> & {
  readonly requestId: string;
  readonly actor: Actor;
  readonly location: Location;
};

export type Handler<Kind extends DeskRequest['kind']> = (
  deps: DeskDeps,
  request: Brought<Kind>,
) => Promise<DeskAnswer | null>;
