import { z } from 'zod';
import { contradictingPage } from '../../../domain/team/pair-comparison.ts';
import { findPairs } from '../../../domain/team/qa-pair.ts';
import { done, doneView } from './layout.ts';
import { act, listing, paged, pairIn, typedText, type PageViews, type Routes } from './routes.ts';
import { teamView, type WaitingCapture } from './team-view.ts';

export function addTeam(views: PageViews, { get, post }: Routes): void {
  const { library, records, captures } = views;
  get('/team', async ({ query: given }, { formToken, isTeam }) => {
    const { text, page, topic } = z
      .object({ ...listing, topic: z.string().max(100).optional() })
      .parse(given);
    const topics = await library.topics(await library.liveGeneration());
    const wanted = topic ? topics.filter(({ slug }) => slug === topic) : topics;
    const { shown, hasMore } = paged(findPairs(wanted, text), page);
    const comparisons = await records.pairComparisons(shown.map(({ pair }) => pair.qaId));
    const pairs = shown.map(async (found) => {
      const { link } = await records.pairOrigin(found.pair.qaId);
      const page = contradictingPage(comparisons.get(found.pair.qaId));
      return { ...found, link, page };
    });
    const waiting = await captures.waiting();
    const links = new Map<string, string | null>();
    for (const { qaId } of waiting.flatMap(({ removals }) => removals))
      links.set(qaId, (await records.pairOrigin(qaId)).link);
    return teamView({
      pairs: await Promise.all(pairs),
      topics: topics.map(({ slug, pairs: held }) => ({ slug, pairs: held.length })),
      waiting,
      linkOf: (qaId) => links.get(qaId) ?? null,
      query: { text, topic },
      page,
      hasMore,
      formToken,
      isTeam,
    });
  });
  addPairActions(views, post);
  // The id comes from the client and could be any workflow's, so only waiting captures are accepted.
  const isWaiting = async (id: string, about: WaitingCapture['about']) =>
    (await captures.waiting()).some((one) => one.id === id && one.about === about);
  const idIn = (body: unknown) => z.object({ id: z.string().min(1).max(500) }).parse(body).id;
  const late = doneView({ text: 'This was decided already.' }, '/page/team');
  for (const kind of ['approve', 'keep'] as const)
    post(`/captures/${kind}`, async ({ body }) => {
      const workflowId = idIn(body);
      const approve = kind === 'approve';
      if (!(await isWaiting(workflowId, 'remove')) || !(await captures.decide({ workflowId, approve })))
        return late;
      return doneView(done(approve ? 'They are removed.' : 'They stay.'), '/page/team');
    });
  for (const kind of ['learn', 'dont_learn'] as const)
    post(`/captures/${kind}`, async ({ body }, session) => {
      const subject = idIn(body);
      if (!(await isWaiting(subject, 'learn'))) return late;
      return doneView(await act(views, session, { kind, target: subject }), '/page/team');
    });
}

function addPairActions(views: PageViews, post: Routes['post']): void {
  post('/team/:id/retract', async ({ params }, session) => {
    const qaId = pairIn(params);
    return doneView(await act(views, session, { kind: 'retract_pair', qaId }), '/page/team');
  });
  post('/team/:id/correct', async ({ params, body }, session) => {
    const [qaId, { text }] = [pairIn(params), typedText.parse(body)];
    return doneView(await act(views, session, { kind: 'correct_pair', qaId, text }), '/page/team');
  });
  post('/team/:id/keep', async ({ params, body }, session) => {
    const [qaId, { hash }] = [pairIn(params), z.object({ hash: z.string().max(64) }).parse(body)];
    const request = { kind: 'keep_pair', target: `${qaId}/${hash}` } as const;
    return doneView(await act(views, session, request), '/page/team');
  });
}
