import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { PageAccess } from '../../../domain/ports/handler-records.ts';
import { perPage, type PageView } from './layout.ts';

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
export const questionId = z.object({ id: z.string().min(1).max(200) });

/** The rows of a page, and whether more follow. */
export const paged = <Row>(rows: readonly Row[], page: number) => ({
  shown: rows.slice((page - 1) * perPage, page * perPage),
  hasMore: rows.length > page * perPage,
});
