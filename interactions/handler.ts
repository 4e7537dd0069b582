import type { ChannelFor } from '../config/channel-for.ts';
import type { Texts } from '../config/schema/texts.ts';
import type { TextsFor } from '../config/texts-for.ts';
import type { Actor, InteractionAnswer, InteractionRequest } from '../domain/ports/interactions.ts';
import type { Library, PersonErasure } from '../domain/ports/library.ts';
import type { Records } from '../domain/ports/records.ts';
import type { Runs, RunStarts } from '../domain/ports/runs.ts';
import type { DocumentIndex } from '../domain/ports/sources.ts';
import type { Location } from '../domain/intake/message.ts';

export interface HandlerDeps {
  readonly runs: Runs & RunStarts;
  readonly records: Records;
  readonly library: Library;
  readonly erasure: PersonErasure;
  readonly documentIndex: DocumentIndex;
  readonly channelFor: ChannelFor;
  readonly texts: Texts['desk'];
  /** What an answer is composed with, when a draft was edited. */
  readonly textsFor: TextsFor;
  /** Where drafts are posted; null: nowhere. */
  readonly teamChannelId: string | null;
  /** Where the page for moderators is reached; null: there is none. */
  readonly pageUrl: string | null;
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
