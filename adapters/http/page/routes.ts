import { randomInt } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { outsideGuilds } from '../../../domain/intake/ask-snapshot.ts';
import type { GapDraft } from '../../../domain/operations/gap-draft.ts';
import type { PageAccess, PageChange } from '../../../domain/ports/handler-records.ts';
import type {
  InteractionAnswer,
  InteractionHandlers,
  InteractionRequest,
} from '../../../domain/ports/interactions.ts';
import type { Library } from '../../../domain/ports/library.ts';
import type { ExtractedDocument } from '../../../domain/ports/pages.ts';
import type { Records } from '../../../domain/ports/records.ts';
import type { KnownSources, Sources } from '../../../domain/ports/sources.ts';
import { isQaId, type QaId } from '../../../domain/values/qa-id.ts';
import { snowflakeAt } from '../../../domain/values/snowflake.ts';
import { RefusedRequest } from '../refused-request.ts';
import { done, perPage, type PageView } from './layout.ts';
import type { WaitingCapture } from './team-view.ts';

/** What the routes of all views share. */

/** Somebody who has entered. */
export interface Session extends PageAccess {
  readonly key: string;
  /** In each of their forms: no page of another site knows it. */
  readonly formToken: string;
}

/** How a view or a change is reached by who has a session. A change ends with a view, or leads to a path. */
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

/** The pair of an address; refused where it names none. */
export function pairIn(params: unknown): QaId {
  const { id } = questionId.parse(params);
  if (!isQaId(id)) throw new RefusedRequest('not_found');
  return id;
}

/** The rows of a page, and whether more follow. */
export const paged = <Row>(rows: readonly Row[], page: number) => ({
  shown: rows.slice((page - 1) * perPage, page * perPage),
  hasMore: rows.length > page * perPage,
});

export interface PageViews {
  readonly records: Records;
  readonly library: Pick<Library, 'liveGeneration' | 'topics'>;
  readonly sources: Pick<Sources, 'load'>;
  readonly knownSources: Pick<KnownSources, 'all'>;
  /** Reads a page of the web as a refresh would, and keeps nothing. */
  readonly readPage: (url: string) => Promise<ExtractedDocument>;
  /** What may fill a gap; null: there is no such gap. */
  readonly draft: (gapId: string) => Promise<GapDraft | null>;
  /** What Discord's buttons and commands do, too. */
  readonly handlers: InteractionHandlers;
  readonly captures: {
    readonly waiting: () => Promise<readonly WaitingCapture[]>;
    /** False: it was decided already. */
    readonly decide: (decision: {
      readonly workflowId: string;
      readonly approve: boolean;
    }) => Promise<boolean>;
  };
  /** Names of channels, by their ids. */
  readonly listed: ReadonlyMap<string, string> | null;
  /** A question of the person who has this id. Returns the id of the question. */
  readonly ask: (asked: { readonly question: string; readonly userId: string }) => Promise<string>;
  readonly now: () => Date;
}

/** Does what a button or a command on Discord does, and notes what was done here. Returns what to say. */
export async function act(
  views: PageViews,
  { userId, isTeam }: Session,
  request: InteractionRequest,
  subject: string,
): Promise<InteractionAnswer> {
  const answer = await views.handlers.handle({
    ...request,
    requestId: snowflakeAt(views.now(), randomInt(2 ** 22)),
    // Only who moderates the whole server is given a link.
    actor: { id: userId, name: userId, isTeam, moderates: true, moderatesServer: true },
    location: { guildId: outsideGuilds, channelId: 'page', thread: null, readableByEveryone: false },
  });
  if (answer?.isDone) await noteChange(views, { userId, action: request.kind, subject });
  return answer ?? done('Done.');
}

export const noteChange = ({ records, now }: PageViews, change: Omit<PageChange, 'at'>): Promise<void> =>
  records.logPageChange({ at: now().toISOString(), ...change });
