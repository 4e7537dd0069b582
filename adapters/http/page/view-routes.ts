import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { findSources, shownSources, sourceState } from '../../../domain/documents/find-sources.ts';
import { outsideGuilds } from '../../../domain/intake/ask-snapshot.ts';
import { batchText } from '../../../domain/intake/conversation.ts';
import { isToFill } from '../../../domain/operations/gaps.ts';
import type { GapDraft } from '../../../domain/operations/gap-draft.ts';
import type {
  InteractionAnswer,
  InteractionHandlers,
  InteractionRequest,
} from '../../../domain/ports/interactions.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { Library } from '../../../domain/ports/library.ts';
import type { ExtractedDocument } from '../../../domain/ports/pages.ts';
import type { Records } from '../../../domain/ports/records.ts';
import type { PageChange } from '../../../domain/ports/handler-records.ts';
import type { KnownSources, Sources } from '../../../domain/ports/sources.ts';
import { findPairs } from '../../../domain/team/qa-pair.ts';
import { isQaId } from '../../../domain/values/qa-id.ts';
import { snowflakeAt } from '../../../domain/values/snowflake.ts';
import { RefusedRequest } from '../refused-request.ts';
import { changesView } from './changes-view.ts';
import { draftView, gapsView } from './gaps-view.ts';
import { done, doneView, perPage } from './layout.ts';
import { numbersView, recentNumbers } from './numbers-view.ts';
import { askView, pendingView, questionView } from './question-view.ts';
import { notHelpful, outcomes, questionsView, type NameOf } from './questions-view.ts';
import { chosen, listing, paged, questionId, type Routes, type Session } from './routes.ts';
import { sourcesView, sourceView, triedView } from './sources-view.ts';
import { teamView, type WaitingCapture } from './team-view.ts';

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

const statuses = Object.keys(outcomes) as readonly (keyof typeof outcomes)[];

export function addViews(page: PageViews, routes: Routes): void {
  addQuestions(page, routes);
  addGaps(page, routes);
  addTeam(page, routes);
  addSources(page, routes);
  const numbers = recentNumbers(page);
  routes.get('/numbers', async () => numbersView(await numbers(), nameOf(page)));
  routes.get('/changes', async () => changesView(await page.records.pageChanges(200)));
}

/** Channels of the config have names; what was asked elsewhere has an id of its own. */
const nameOf =
  ({ listed }: PageViews): NameOf =>
  (channelId) =>
    listed?.get(channelId) ?? channelId;

function addQuestions(views: PageViews, { get, post }: Routes): void {
  const { records, ask } = views;
  get('', async ({ query: given }) => {
    const { text, page, outcome } = z
      .object({ ...listing, outcome: chosen([...statuses, notHelpful]) })
      .parse(given);
    const by = outcome === notHelpful ? { notHelpful: true } : { status: outcome };
    const wanted = { ...by, text, limit: perPage + 1, offset: (page - 1) * perPage };
    const found = await records.replyRecordsWhere(wanted);
    const shown = found.slice(0, perPage);
    const held = outcome || text ? [] : await records.replyRecordsWhere({ status: 'held', limit: 1 });
    const votes = await records.votesOn(shown.map(({ messageId }) => messageId));
    return questionsView({
      records: shown,
      votes,
      query: { text, outcome },
      page,
      hasMore: found.length > perPage,
      waits: held.length > 0,
      nameOf: nameOf(views),
    });
  });
  get('/questions/:id', async ({ params }, { formToken, isTeam }) => {
    const { id } = questionId.parse(params);
    const record = await records.replyRecord(id);
    if (record) {
      const [votes, reasons] = [await records.votesOn([id]), await records.voteReasons(id)];
      return questionView({ record, votes, reasons, formToken, isTeam, nameOf: nameOf(views) });
    }
    const snapshot = await records.snapshot(id);
    if (!snapshot || snapshot.location.guildId !== outsideGuilds) throw new RefusedRequest('not_found');
    return pendingView(batchText(snapshot.batch));
  });
  for (const kind of ['accept', 'drop', 'remove'] as const)
    post(`/questions/:id/${kind}`, async ({ params }, session) => {
      const { id: messageId } = questionId.parse(params);
      return doneView(await act(views, session, { kind, messageId }, messageId), '/page');
    });
  post('/questions/:id/correct', async ({ params, body }, session) => {
    const { id: messageId } = questionId.parse(params);
    const { text } = z.object({ text: z.string().trim().min(1).max(4_000) }).parse(body);
    return doneView(await act(views, session, { kind: 'correct', messageId, text }, messageId), '/page');
  });
  get('/ask', async (_, { formToken }) => askView(formToken));
  post('/ask', async ({ body }, { userId }) => {
    const { question } = z.object({ question: z.string().regex(/\S/u).max(4_000) }).parse(body);
    const id = await ask({ question, userId });
    await noteChange(views, { userId, action: 'ask', subject: id });
    return `/page/questions/${encodeURIComponent(id)}`;
  });
}

function addGaps(views: PageViews, { get, post }: Routes): void {
  const { records } = views;
  get('/gaps', async ({ query: given }, { formToken }) => {
    const { page, all } = z.object({ ...listing, all: chosen(['yes']) }).parse(given);
    const known = await records.gaps();
    const gaps = all === 'yes' ? known : known.filter(isToFill);
    const { shown, hasMore } = paged(gaps, page);
    return gapsView({
      gaps: shown,
      names: known.map(({ name }) => name),
      all: all === 'yes',
      others: known.length - gaps.length,
      page,
      hasMore,
      formToken,
    });
  });
  post('/gaps/:id/draft', async ({ params }, session) => {
    const { id: messageId } = questionId.parse(params);
    const said = await act(views, session, { kind: 'gap_draft', messageId }, messageId);
    return draftView(said.text, await views.draft(messageId));
  });
  for (const kind of ['done', 'dismiss'] as const)
    post(`/gaps/:id/${kind}`, async ({ params }, session) => {
      const { id: messageId } = questionId.parse(params);
      return doneView(await act(views, session, { kind: `gap_${kind}`, messageId }, messageId), '/page/gaps');
    });
  post('/gaps/:id/reopen', async ({ params }, { userId }) => {
    const { id: gapId } = questionId.parse(params);
    if (!(await records.decideGap({ gapId, decision: null, now: views.now() })))
      throw new RefusedRequest('not_found');
    await noteChange(views, { userId, action: 'gap_reopen', subject: gapId });
    return doneView(done('The gap is open again.'), '/page/gaps');
  });
  post('/gaps/:id/merge', async ({ params, body }, { userId }) => {
    const { id: gapId } = questionId.parse(params);
    const { into } = z.object({ into: z.string().trim().min(1).max(200) }).parse(body);
    const isMerged = await records.mergeGaps({ gapId, into });
    if (!isMerged) return doneView({ text: 'There is no other gap of this name.' }, '/page/gaps');
    await noteChange(views, { userId, action: 'gap_merge', subject: gapId });
    return doneView(done('They are one gap now.'), '/page/gaps');
  });
}

function addTeam(views: PageViews, { get, post }: Routes): void {
  const { library, records, captures } = views;
  get('/team', async ({ query: given }, { formToken, isTeam }) => {
    const { text, page, topic } = z
      .object({ ...listing, topic: z.string().max(100).optional() })
      .parse(given);
    const topics = await library.topics(await library.liveGeneration());
    const wanted = topic ? topics.filter(({ slug }) => slug === topic) : topics;
    const { shown, hasMore } = paged(findPairs(wanted, text), page);
    const pairs = shown.map(async (found) => {
      const { link } = await records.pairOrigin(found.pair.qaId);
      return { ...found, link };
    });
    return teamView({
      pairs: await Promise.all(pairs),
      topics: topics.map(({ slug, pairs: held }) => ({ slug, pairs: held.length })),
      waiting: await captures.waiting(),
      query: { text, topic },
      page,
      hasMore,
      formToken,
      isTeam,
    });
  });
  post('/team/:id/retract', async ({ params }, session) => {
    const { id: qaId } = questionId.parse(params);
    if (!isQaId(qaId)) throw new RefusedRequest('not_found');
    return doneView(await act(views, session, { kind: 'retract_pair', qaId }, qaId), '/page/team');
  });
  // Its own captures alone: an id may be of anybody's run.
  const isWaiting = async (id: string, about: WaitingCapture['about']) =>
    (await captures.waiting()).some((one) => one.id === id && one.about === about);
  const idIn = (body: unknown) => z.object({ id: z.string().min(1).max(500) }).parse(body).id;
  const late = doneView({ text: 'This was decided already.' }, '/page/team');
  for (const kind of ['approve', 'keep'] as const)
    post(`/captures/${kind}`, async ({ body }, { userId }) => {
      const workflowId = idIn(body);
      const approve = kind === 'approve';
      if (!(await isWaiting(workflowId, 'remove')) || !(await captures.decide({ workflowId, approve })))
        return late;
      await noteChange(views, { userId, action: kind, subject: workflowId });
      return doneView(done(approve ? 'They are removed.' : 'They stay.'), '/page/team');
    });
  for (const kind of ['learn', 'dont_learn'] as const)
    post(`/captures/${kind}`, async ({ body }, session) => {
      const messageId = idIn(body);
      if (!(await isWaiting(messageId, 'learn'))) return late;
      return doneView(await act(views, session, { kind, messageId }, messageId), '/page/team');
    });
}

function addSources(views: PageViews, { get, post }: Routes): void {
  const { knownSources, sources, library, readPage } = views;
  get('/sources', async ({ query: given }, { formToken }) => {
    const { text, page, failed } = z.object({ ...listing, failed: chosen(['yes']) }).parse(given);
    const all = shownSources(await knownSources.all());
    const found = findSources(all, { text, failedOnly: failed === 'yes' });
    const { shown, hasMore } = paged(found, page);
    const failing = all.filter((source) => sourceState(source) === 'failed').length;
    return sourcesView({
      sources: shown,
      failed: failing,
      query: { text, failed },
      page,
      hasMore,
      formToken,
    });
  });
  get('/sources/read', async ({ query: given }) => {
    const { id } = z.object({ id: z.string().min(1).max(2_000) }).parse(given);
    return sourceView(await sources.load(id, await library.liveGeneration()).catch(() => null));
  });
  // Nobody makes Steward ask many hosts at once.
  let isTrying = false;
  post('/sources/try', async ({ body }) => {
    const { url } = z.object({ url: z.string().trim().min(1).max(2_000) }).parse(body);
    if (isTrying) throw new RefusedRequest('too_many_requests');
    isTrying = true;
    try {
      return triedView(url, await readPage(url));
    } catch (error) {
      if (error instanceof PortError) return triedView(url, error);
      throw error;
    } finally {
      isTrying = false;
    }
  });
}

/** Does what a button or a command on Discord does, and notes what was done here. Returns what to say. */
async function act(
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

const noteChange = ({ records, now }: PageViews, change: Omit<PageChange, 'at'>): Promise<void> =>
  records.logPageChange({ at: now().toISOString(), ...change });
