import { randomInt } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { outsideGuilds } from '../../../domain/intake/ask-snapshot.ts';
import type { GapDraft } from '../../../domain/operations/gap-draft.ts';
import type { PageAccess } from '../../../domain/ports/handler-records.ts';
import type {
  InteractionAnswer,
  InteractionHandlers,
  InteractionRequest,
} from '../../../domain/ports/interactions.ts';
import type { Library } from '../../../domain/ports/library.ts';
import type { ExtractedDocument } from '../../../domain/ports/pages.ts';
import type { PageSettings } from '../../../domain/operations/page-settings.ts';
import type { Records } from '../../../domain/ports/records.ts';
import type { SourceReport } from '../../../domain/documents/source-report.ts';
import type { StaleSource } from '../../../domain/posting/stale-sources.ts';
import type { KnownSources, Sources } from '../../../domain/ports/sources.ts';
import type { PublishableKey, WantedKey } from '../../../domain/intake/publishable-keys.ts';
import { isQaId, type QaId } from '../../../domain/values/qa-id.ts';
import { snowflakeAt } from '../../../domain/values/snowflake.ts';
import { RefusedRequest } from '../refused-request.ts';
import { done, perPage, type PageView } from './layout.ts';
import type { WaitingCapture } from './team-view.ts';

/** A signed-in moderator. */
export interface Session extends PageAccess {
  readonly key: string;
  /** Each form contains it, so that no page of another site can submit one. */
  readonly formToken: string;
}

/** Adds routes that need a session. A change returns a view, or a path to redirect to. */
export interface Routes {
  readonly get: (
    path: string,
    view: (request: FastifyRequest, session: Session) => Promise<PageView>,
  ) => void;
  readonly post: (
    path: string,
    change: (request: FastifyRequest, session: Session) => Promise<PageView | string>,
  ) => void;
}

export const listing = {
  text: z.string().trim().max(200).default(''),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
};
export const chosen = <Value extends string>(values: readonly Value[]) =>
  z.union([z.enum(values), z.literal('').transform(() => undefined)]).optional();
export const typedText = z.object({ text: z.string().trim().min(1).max(4_000) });
export const questionId = z.object({ id: z.string().min(1).max(200) });

/** The pair's id in a route's parameters. Throws a `RefusedRequest` if there is none. */
export function pairIn(params: unknown): QaId {
  const { id } = questionId.parse(params);
  if (!isQaId(id)) throw new RefusedRequest('not_found');
  return id;
}

/** The rows of one page, and whether there are more. */
export const paged = <Row>(rows: readonly Row[], page: number) => ({
  shown: rows.slice((page - 1) * perPage, page * perPage),
  hasMore: rows.length > page * perPage,
});

export interface PageViews {
  readonly records: Records;
  readonly library: Pick<Library, 'liveGeneration' | 'rawEntries' | 'topics'>;
  readonly sources: Pick<Sources, 'load'>;
  readonly knownSources: Pick<KnownSources, 'all'>;
  /** Reads a web page like a refresh, but saves nothing. Null if the person has tried too many in the last hour. */
  readonly readPage: (tried: {
    readonly url: string;
    readonly userId: string;
  }) => Promise<ExtractedDocument | null>;
  /** What was read of each entry of the config, and what looks wrong. */
  readonly checkSources: () => Promise<readonly SourceReport[]>;
  /** Old sources that the answers of the last weeks rest on. */
  readonly staleSources: () => Promise<readonly StaleSource[]>;
  /** Null if there is no such gap. */
  readonly draft: (gapId: string) => Promise<GapDraft | null>;
  /** The handlers of Discord's buttons and commands, which the page uses too. */
  readonly handlers: InteractionHandlers;
  readonly captures: {
    readonly waiting: () => Promise<readonly WaitingCapture[]>;
    /** False if it was decided already. */
    readonly decide: (decision: {
      readonly workflowId: string;
      readonly approve: boolean;
    }) => Promise<boolean>;
  };
  /** Makes a key for web pages, or says what is wrong. */
  readonly makeKey: (wanted: WantedKey) => Promise<PublishableKey | string>;
  /** Null if nobody can change settings here. */
  readonly settings: PageSettings | null;
  /** The names of channels by id. */
  readonly listed: ReadonlyMap<string, string> | null;
  readonly now: () => Date;
}

/** Handles a request like that of a button or command on Discord. Returns the answer to show. */
export async function act(
  { handlers, now }: PageViews,
  { userId, isTeam }: Session,
  request: InteractionRequest,
): Promise<InteractionAnswer> {
  const answer = await handlers.handle({
    ...request,
    requestId: snowflakeAt(now(), randomInt(2 ** 22)),
    // Only moderators of the whole server get a link to the page.
    actor: { id: userId, name: userId, isTeam, moderates: true, moderatesServer: true },
    location: { guildId: outsideGuilds, channelId: 'page', thread: null, readableByEveryone: false },
  });
  return answer ?? done('Done.');
}
