import { randomInt } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { outsideGuilds } from '../../../domain/intake/ask-snapshot.ts';
import type { Config } from '../../../config/schema.ts';
import type { GapDraft } from '../../../domain/operations/gap-draft.ts';
import type { PageAccess } from '../../../domain/ports/handler-records.ts';
import type {
  InteractionAnswer,
  InteractionHandlers,
  InteractionRequest,
} from '../../../domain/ports/interactions.ts';
import type { Library } from '../../../domain/ports/library.ts';
import type { ExtractedDocument } from '../../../domain/ports/pages.ts';
import type { SettingChange } from '../../../domain/operations/setting-changes.ts';
import type { QaPair } from '../../../domain/team/qa-pair.ts';
import type { Records } from '../../../domain/ports/records.ts';
import type { SourceReport } from '../../../domain/documents/source-report.ts';
import type { StaleSource } from '../../../domain/posting/stale-sources.ts';
import type { KnownSources, Sources } from '../../../domain/ports/sources.ts';
import { keyAt, type PublishableKey, type WantedKey } from '../../../domain/intake/publishable-keys.ts';
import { isQaId, type QaId } from '../../../domain/values/qa-id.ts';
import { snowflakeAt } from '../../../domain/values/snowflake.ts';
import { RefusedRequest } from '../refused-request.ts';
import { done, perPage, type Forms, type PageView } from './layout.ts';

/** A signed-in moderator. */
export interface Session extends PageAccess {
  readonly key: string;
  /** Each form contains it, so that no page of another site can submit one. */
  readonly formToken: string;
  readonly forms: Forms;
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
/** Words between spaces or commas. */
export const wordList = z
  .string()
  .max(2_000)
  .transform((text) => text.split(/[\s,]+/u).filter((word) => word !== ''));
/** JSON in a hidden field. */
export const jsonText = z
  .string()
  .max(5_000)
  .default('{}')
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'JSON' });
      return z.NEVER;
    }
  });

/** Forms send two characters for the end of a line, and count one. */
export const typedText = z.object({
  text: z
    .string()
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .pipe(z.string().min(1).max(4_000)),
});
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

/** A capture that waits for a decision. */
export interface WaitingCapture {
  /** The workflow's id for `remove`, the snapshot's id for `learn`. */
  readonly id: string;
  /** `learn`: whether the pair is learned, which only the team decides. `remove`: whether other pairs are removed for it. */
  readonly about: 'learn' | 'remove';
  readonly pair: Pick<QaPair, 'turns'> | null;
  readonly removals: readonly QaPair[];
}

export interface ShownChange extends SettingChange {
  /** `in_force`, no more, or invalid beside the file and the other changes. */
  readonly state: 'in_force' | 'over' | 'set_aside';
  /** What the file, the environment or the default says; nothing for a source and a new channel. */
  readonly otherwise: unknown;
}

interface ShownSettings {
  /** As they are now, and as they would be without any change. */
  readonly config: Config;
  readonly plain: Config;
  /** Newest first. */
  readonly changes: readonly ShownChange[];
}

/** The settings that moderators change. */
export interface PageSettings {
  readonly list: () => Promise<ShownSettings>;
  /** Makes the changes, all or none. Returns what is wrong with them, or null. `madeAt`: when the change was made that is taken back. */
  readonly change: (
    wanted: readonly (Pick<SettingChange, 'path' | 'value'> & { readonly madeAt?: string })[],
    userId: string,
  ) => Promise<string | null>;
  /** Asks each configured model one question: its setting, its name, the time, and how it answered. */
  readonly testModels: () => Promise<readonly (readonly string[])[]>;
}

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

/** Refuses to begin while it works, so that nobody can make Steward send many requests at once. */
export function oneAtATime<Input extends readonly unknown[], Result>(
  work: (...input: Input) => Promise<Result>,
): (...input: Input) => Promise<Result> {
  let isBusy = false;
  return async (...input) => {
    if (isBusy) throw new RefusedRequest('too_many_requests');
    isBusy = true;
    return work(...input).finally(() => void (isBusy = false));
  };
}

export type NameOf = (channelId: string) => string;

/** The config's name of a channel, the name of a key of web pages, the command, or else the id. */
export async function namesOf({ listed, records }: PageViews): Promise<NameOf> {
  const keys = await records.publishableKeys();
  const outside = (id: string) => (id === outsideGuilds ? 'npx steward ask' : keyAt(keys, id)?.name);
  return (channelId) => listed?.get(channelId) ?? (outside(channelId) || channelId);
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
