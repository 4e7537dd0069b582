import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { PageAccess } from '../../../domain/ports/handler-records.ts';
import {
  isUnknownSource,
  logFailure,
  refusalFor,
  RefusedRequest,
  type RequestLog,
} from '../refused-request.ts';
import { html } from './html.ts';
import { documentOf, formsWith, type Forms, type PageView } from './layout.ts';
import type { PageViews, Session, Routes } from './routes.ts';
import { addGaps } from './gaps-view.ts';
import { addNumbers } from './numbers-view.ts';
import { addQuestion } from './question-view.ts';
import { addQuestions } from './questions-view.ts';
import { addRehearsal } from './rehearsal-view.ts';
import { addKeys } from './settings/keys-view.ts';
import { addSettings } from './settings/settings-view.ts';
import { addSources } from './sources-view.ts';
import { addTeam } from './team-view.ts';

export interface PageParts extends PageViews {
  /** The public address of the page, without a path. */
  readonly url: string;
  /** Begins a session with the key of a link. Null if the key is unknown, used or expired. */
  readonly enter: (linkKey: string) => Promise<{ readonly key: string; readonly expiresAt: Date } | null>;
  readonly session: (key: string) => Promise<PageAccess | null>;
  readonly leave: (key: string) => Promise<void>;
}

const cookieName = 'steward_page';
const keyPattern = /^[\w-]{43}$/u;
/** Per address and minute: enough for a person who reads and clicks. */
const rateLimit = { max: 300, timeWindow: 60_000 };

const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** Adds the moderators' page below `/page`: HTML without scripts. `/steward page` on Discord gives a link to sign in. */
export async function addPage(app: FastifyInstance, parts: PageParts, log: RequestLog): Promise<void> {
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
      );
      scope.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
      // One limit for all views together: a limit in a route's config would count only that route.
      scope.addHook('onRequest', scope.rateLimit(rateLimit));
      scope.addHook('onRequest', async ({ headers: { origin, host } }) => {
        if (origin !== undefined && origin !== new URL(parts.url).origin && URL.parse(origin)?.host !== host)
          throw new RefusedRequest('unknown_origin');
      });
      scope.setErrorHandler(async (error, _request, reply) => {
        const { statusCode, title, sentence } = problemOf(error);
        if (statusCode >= 500) logFailure(log, error);
        return show(
          reply.code(statusCode),
          {
            title,
            body: html`<p>${sentence}</p>
              ${statusCode !== 401 && back}`,
          },
          null,
        );
      });
      scope.setNotFoundHandler(async () => {
        throw new RefusedRequest('not_found');
      });
      addFiles(scope);
      addEntrance(scope, parts);
      addViews(parts, {
        get: (path, view) =>
          scope.get(path, async (request, reply) => {
            const session = await sessionOf(parts, request);
            return show(reply, await view(request, session), session.forms);
          }),
        post: (path, change) =>
          scope.post(path, async (request, reply) => {
            const session = await sessionOf(parts, request);
            requireFormToken(request, session);
            const end = await change(request, session);
            if (typeof end === 'string') return reply.redirect(end, 303);
            return show(reply, end, session.forms);
          }),
      });
    },
    { prefix: '/page' },
  );
}

const back = html`<p><a class="button" href="/page">To the questions</a></p>`;

const show = (reply: FastifyReply, view: PageView, forms: Forms | null) =>
  reply.type('text/html; charset=utf-8').send(documentOf(view, forms));

function addFiles(scope: FastifyInstance): void {
  for (const [path, type] of [
    ['style.css', 'text/css; charset=utf-8'],
    ['icon.svg', 'image/svg+xml'],
  ] as const) {
    const text = readFileSync(new URL(path, import.meta.url));
    scope.get(`/${path}`, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=600').type(type).send(text),
    );
  }
}

/** Opening a link does not use it up, because chats open links for previews. Pressing the button does. */
function addEntrance(scope: FastifyInstance, { enter, leave, session, url }: PageParts): void {
  const cookie = (value: string, seconds: number) =>
    `${cookieName}=${value}; Path=/page; Max-Age=${seconds}; HttpOnly; SameSite=Strict${url.startsWith('https:') ? '; Secure' : ''}`;
  const keyParameter = z.object({ key: z.string().regex(keyPattern) });
  scope.get('/enter', async ({ query }, reply) => {
    const { key } = keyParameter.parse(query);
    const body = html`<p>This link opens the page for moderators once, for you alone.</p>
      <form method="post" action="/page/enter">
        <input type="hidden" name="key" value="${key}" /><button>Open the page</button>
      </form>`;
    return show(reply, { title: 'Welcome', body }, null);
  });
  scope.post('/enter', async ({ body }, reply) => {
    const begun = await enter(keyParameter.parse(body).key);
    if (!begun) throw new RefusedRequest('wrong_key');
    const seconds = Math.floor((begun.expiresAt.getTime() - Date.now()) / 1_000);
    return reply.header('set-cookie', cookie(begun.key, seconds)).redirect('/page', 303);
  });
  scope.post('/leave', async (request, reply) => {
    const endedSession = await sessionOf({ session }, request);
    requireFormToken(request, endedSession);
    await leave(endedSession.key);
    const body = html`<p>
      You are signed out. <code>/steward page</code> on Discord gives you another link.
    </p>`;
    return show(reply.header('set-cookie', cookie('', 0)), { title: 'Goodbye', body }, null);
  });
}

async function sessionOf(
  { session }: Pick<PageParts, 'session'>,
  { headers: { cookie = '' } }: FastifyRequest,
): Promise<Session> {
  const key = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{43})(?:;|$)`, 'u').exec(cookie)?.[1];
  const access = key === undefined ? null : await session(key);
  if (key === undefined || !access) throw new RefusedRequest('wrong_key');
  const formToken = createHash('sha256').update(`form ${key}`).digest('hex');
  return { ...access, key, formToken, forms: formsWith(formToken) };
}

function requireFormToken({ body }: FastifyRequest, { formToken }: Session): void {
  const token = (body as { readonly form_token?: unknown } | undefined)?.form_token;
  const isOwn =
    typeof token === 'string' &&
    token.length === formToken.length &&
    timingSafeEqual(Buffer.from(token), Buffer.from(formToken));
  if (!isOwn) throw new RefusedRequest('unknown_origin');
}

const sentences: Readonly<Record<number, readonly [title: string, sentence: string]>> = {
  400: ['Not understood', 'This address or form is not right. Nothing was changed.'],
  401: [
    'Sign in',
    'You have no session here, or your link is used up. Type /steward page on Discord for a link.',
  ],
  403: [
    'Refused',
    'This came from another page. Nothing was changed: go back, load the page again and try once more.',
  ],
  404: ['Not found', 'There is nothing here, or it is no longer kept.'],
  413: ['Too long', 'This is too long. Nothing was changed.'],
  415: ['Not understood', 'This is not a form of this page. Nothing was changed.'],
  429: ['Slow down', 'Too many requests: wait a minute.'],
};

/** Uses the page's own sentences instead of those of libraries or of the API. */
function problemOf(error: unknown) {
  const isInput = error instanceof z.ZodError;
  const statusCode = isInput ? 400 : isUnknownSource(error) ? 404 : refusalFor(error).statusCode;
  const [title, sentence] = sentences[statusCode] ?? ['Not now', 'Something failed here. Try again later.'];
  return { statusCode, title, sentence };
}

function addViews(page: PageViews, routes: Routes): void {
  for (const add of [
    addQuestions,
    addQuestion,
    addGaps,
    addTeam,
    addSources,
    addRehearsal,
    addNumbers,
    addKeys,
    addSettings,
  ])
    add(page, routes);
}
