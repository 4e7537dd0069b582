import type { ChannelFor } from '../config/channel-for.ts';
import type { Config } from '../config/schema.ts';
import type { Texts } from '../config/schema/texts.ts';
import type { TextsFor } from '../config/texts-for.ts';
import type { Actor, InteractionAnswer, InteractionRequest } from '../domain/ports/interactions.ts';
import type { MessageRef } from '../domain/ports/chat.ts';
import type { Library, PersonErasure } from '../domain/ports/library.ts';
import type { Records } from '../domain/ports/records.ts';
import type { Runs, RunStarts } from '../domain/ports/runs.ts';
import type { Location } from '../domain/intake/message.ts';

export interface HandlerDeps {
  readonly runs: Runs & RunStarts;
  readonly records: Records;
  readonly library: Library;
  readonly erasure: PersonErasure;
  readonly channelFor: ChannelFor;
  readonly texts: Texts['desk'];
  /** The texts for composing an edited draft. */
  readonly textsFor: TextsFor;
  readonly config: Pick<Config, 'budget' | 'discord' | 'kb'>;
  /** Hands a message in to be answered. Null where there is no gateway. */
  readonly answerWanted: ((message: MessageRef) => Promise<'taken' | 'handled' | 'no_question'>) | null;
  /** The address of the moderators' page, or null if there is none. */
  readonly pageUrl: string | null;
  readonly now: () => Date;
}

/** A request of one kind, with its author and location. */
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

export type Handlers<Kind extends InteractionRequest['kind']> = {
  readonly [One in Kind]: InteractionHandler<One>;
};
