import type { Client } from '@temporalio/client';
import type { ConversationSettings } from '../activities/settings.ts';
import type { Storage } from '../adapters/storage/open-storage.ts';
import type { PostTexts } from '../domain/posting/compose-reply.ts';
import type { DeskTexts } from '../domain/operations/desk-texts.ts';
import type { Actor, DeskAnswer, DeskRequest } from '../domain/ports/desk.ts';
import type { Place } from '../domain/intake/message.ts';

export interface DeskDeps {
  readonly client: Client;
  /** The base of this Steward's task queues. */
  readonly taskQueue: string;
  readonly storage: Pick<Storage, 'records' | 'library' | 'forgetting' | 'documentIndex'>;
  readonly conversation: ConversationSettings;
  readonly texts: DeskTexts;
  /** What an answer is composed with, when a draft was edited. */
  readonly textsFor: (words: string) => PostTexts;
  readonly now: () => Date;
}

/** One kind of request, with who brought it, and where. */
export type Brought<Kind extends DeskRequest['kind']> = Extract<DeskRequest, { readonly kind: Kind }> & {
  readonly requestId: string;
  readonly actor: Actor;
  readonly place: Place;
};

export type Handler<Kind extends DeskRequest['kind']> = (
  deps: DeskDeps,
  request: Brought<Kind>,
) => Promise<DeskAnswer | null>;
