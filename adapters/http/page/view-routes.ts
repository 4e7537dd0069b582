import { z } from 'zod';
import { findSources, shownSources, sourceState } from '../../../domain/documents/known-sources.ts';
import { keyAt } from '../../../domain/intake/publishable-keys.ts';
import { isOpenGap } from '../../../domain/operations/gaps.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import { isUnknownSource, RefusedRequest } from '../refused-request.ts';
import { addKeys } from './settings/keys-view.ts';
import { addSettings } from './settings/settings-view.ts';
import { draftView, gapsView } from './gaps-view.ts';
import { done, doneView, perPage } from './layout.ts';
import { numbersView, recentNumbers } from './numbers-view.ts';
import { questionView } from './question-view.ts';
import { notHelpful, outcomes, questionsView, type NameOf } from './questions-view.ts';
import { act, chosen, listing, paged, questionId, typedText, type PageViews, type Routes } from './routes.ts';
import { addRehearsal } from './rehearsal-view.ts';
import { checkedView, sourcesView, sourceView, triedView } from './sources-view.ts';
import { addTeam } from './team-routes.ts';

const statuses = Object.keys(outcomes) as readonly (keyof typeof outcomes)[];

export function addViews(page: PageViews, routes: Routes): void {
  addQuestions(page, routes);
  addGaps(page, routes);
  addTeam(page, routes);
  addSources(page, routes);
  addRehearsal(page, routes);
  addKeys(page, routes);
  addSettings(page, routes);
  routes.get('/numbers', async () => numbersView(await recentNumbers(page), await namesOf(page)));
}

/** The config's name of a channel, the name of a key of web pages, or else the id. */
async function namesOf({ listed, records }: PageViews): Promise<NameOf> {
  const keys = await records.publishableKeys();
  return (channelId) => listed?.get(channelId) ?? (keyAt(keys, channelId)?.name || channelId);
}

function addQuestions(views: PageViews, { get, post }: Routes): void {
  const { records } = views;
  get('', async ({ query: given }) => {
    const { text, page, outcome } = z
      .object({ ...listing, outcome: chosen([...statuses, notHelpful]) })
      .parse(given);
    const by = outcome === notHelpful ? { notHelpful: true } : { status: outcome };
    const wanted = { ...by, text, limit: perPage + 1, offset: (page - 1) * perPage };
    const matches = await records.replyRecordsWhere(wanted);
    const shownRecords = matches.slice(0, perPage);
    const heldRecords = outcome || text ? [] : await records.replyRecordsWhere({ status: 'held', limit: 1 });
    const votes = await records.votesOn(shownRecords.map(({ messageId }) => messageId));
    return questionsView({
      records: shownRecords,
      votes,
      query: { text, outcome },
      page,
      hasMore: matches.length > perPage,
      waits: heldRecords.length > 0,
      nameOf: await namesOf(views),
    });
  });
  get('/questions/:id', async ({ params }, { formToken, isTeam }) => {
    const { id } = questionId.parse(params);
    const record = await records.replyRecord(id);
    if (!record) throw new RefusedRequest('not_found');
    const votes = await records.votesOn([id]);
    return questionView({ record, votes, formToken, isTeam, nameOf: await namesOf(views) });
  });
  for (const kind of ['accept', 'drop', 'remove'] as const)
    post(`/questions/:id/${kind}`, async ({ params }, session) => {
      const { id: subject } = questionId.parse(params);
      return doneView(await act(views, session, { kind, target: subject }), '/page');
    });
  post('/questions/:id/correct', async ({ params, body }, session) => {
    const { id: subject } = questionId.parse(params);
    const { text } = typedText.parse(body);
    return doneView(await act(views, session, { kind: 'correct', target: subject, text }), '/page');
  });
}

function addGaps(views: PageViews, { get, post }: Routes): void {
  const { records } = views;
  get('/gaps', async ({ query: given }, { formToken }) => {
    const { page, all } = z.object({ ...listing, all: chosen(['yes']) }).parse(given);
    const known = await records.gaps();
    const gaps = all === 'yes' ? known : known.filter(isOpenGap);
    const { shown, hasMore } = paged(gaps, page);
    return gapsView({
      gaps: shown,
      all: all === 'yes',
      others: known.length - gaps.length,
      page,
      hasMore,
      formToken,
    });
  });
  get('/gaps/:id/draft', async ({ params }) => {
    const draft = await views.draft(questionId.parse(params).id);
    if (!draft) throw new RefusedRequest('not_found');
    return draftView(draft);
  });
  for (const [way, resolution, sentence] of gapEnds)
    post(`/gaps/:id/${way}`, async ({ params }) => {
      const { id: gapId } = questionId.parse(params);
      if (!(await records.resolveGap({ gapId, resolution }))) throw new RefusedRequest('not_found');
      return doneView(done(sentence), '/page/gaps');
    });
}

const gapEnds = [
  ['done', 'done', 'Done. The gap opens again if somebody asks about it.'],
  ['dismiss', 'dismissed', 'Dismissed. Steward does not name this gap again.'],
  ['reopen', null, 'The gap is open again.'],
] as const;

function addSources(views: PageViews, { get, post }: Routes): void {
  const { knownSources, settings, sources, library, readPage } = views;
  get('/sources', async ({ query: given }, { formToken }) => {
    const { text, page, failed } = z.object({ ...listing, failed: chosen(['yes']) }).parse(given);
    const all = shownSources(await knownSources.all());
    const matches = findSources(all, { text, failedOnly: failed === 'yes' });
    const { shown, hasMore } = paged(matches, page);
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
    const source = await sources.load(id, await library.liveGeneration()).catch((error: unknown) => {
      if (isUnknownSource(error)) return null;
      throw error;
    });
    return sourceView(source);
  });
  get('/sources/check', async () => checkedView(await views.checkSources(), await views.staleSources()));
  // One at a time, so that nobody can make Steward send many requests at once.
  let isTrying = false;
  post('/sources/try', async ({ body }, { userId, formToken }) => {
    const { url } = z.object({ url: z.string().trim().min(1).max(2_000) }).parse(body);
    if (isTrying) throw new RefusedRequest('too_many_requests');
    isTrying = true;
    try {
      const read = await readPage({ url, userId });
      if (!read) throw new RefusedRequest('too_many_requests');
      return triedView(url, read, settings && formToken);
    } catch (error) {
      if (error instanceof PortError) return triedView(url, error, null);
      throw error;
    } finally {
      isTrying = false;
    }
  });
}
