import { z } from 'zod';
import { contradictingPage, type ComparedPage } from '../../../domain/team/pair-comparison.ts';
import { findPairs, type QaPair } from '../../../domain/team/qa-pair.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import { html, outLink, type Html } from './html.ts';
import {
  choice,
  definitions,
  done,
  doneView,
  rowList,
  searchForm,
  teachForm,
  time,
  type Forms,
} from './layout.ts';
import {
  act,
  listing,
  paged,
  pairIn,
  typedText,
  type PageViews,
  type Routes,
  type Session,
  type WaitingCapture,
} from './routes.ts';

interface ShownPair {
  readonly pair: QaPair;
  readonly topic: string;
  /** The link to the conversation, if everyone can read it. */
  readonly link: string | null;
  /** The page that says otherwise. */
  readonly page: ComparedPage | null;
}

const tab = '/page/team';

/** What the team said, by conversation, and what waits for its decision. */
export function addTeam(views: PageViews, { get, post }: Routes): void {
  const { library, records, captures } = views;
  get('/team', async ({ query: parameters }, session) => {
    const { text, page, topic } = z
      .object({ ...listing, topic: z.string().max(100).optional() })
      .parse(parameters);
    const topics = await library.topics(await library.liveGeneration());
    const wanted = topic ? topics.filter(({ slug }) => slug === topic) : topics;
    const { shown, hasMore } = paged(findPairs(wanted, text), page);
    const waiting = await captures.waiting();
    const ids = [...shown.map(({ pair }) => pair), ...waiting.flatMap(({ removals }) => removals)];
    const origins = await Promise.all(ids.map(({ qaId }) => records.pairOrigin(qaId)));
    const links = new Map(origins.map(({ qaId, link }) => [qaId, link]));
    const linkOf = (qaId: QaId) => links.get(qaId) ?? null;
    const comparisons = await records.pairComparisons(shown.map(({ pair }) => pair.qaId));
    const rows = shown.map(({ pair, topic: slug }) => {
      const contradicting = contradictingPage(comparisons.get(pair.qaId));
      return pairRow({ pair, topic: slug, link: linkOf(pair.qaId), page: contradicting }, session);
    });
    const choices = topics.map(({ slug, pairs }) => [slug, `${named(slug)} (${pairs.length})`] as const);
    const filter = choice({ name: 'topic', label: 'Topic', every: 'Every topic' }, choices, topic);
    return {
      title: 'Team knowledge',
      tab,
      body: html`${waiting.length > 0 && waitingList(waiting, linkOf, session)}
      ${searchForm({ action: tab, label: 'Search what the team said', text, also: filter })}
      ${rowList({ rows, path: tab, query: { text, topic }, page, hasMore, none: 'Steward has learned nothing yet.', noneWanted: 'Steward has learned nothing like that yet.' })}`,
    };
  });
  addPairActions(views, post);
  // The id comes from the client and could be any workflow's, so only waiting captures are accepted.
  const isWaiting = async (id: string, about: WaitingCapture['about']) =>
    (await captures.waiting()).some((one) => one.id === id && one.about === about);
  const idIn = (body: unknown) => z.object({ id: z.string().min(1).max(500) }).parse(body).id;
  const late = doneView({ text: 'This was decided already.' }, tab);
  for (const kind of ['approve', 'keep'] as const)
    post(`/captures/${kind}`, async ({ body }) => {
      const workflowId = idIn(body);
      const approve = kind === 'approve';
      if (!(await isWaiting(workflowId, 'remove')) || !(await captures.decide({ workflowId, approve })))
        return late;
      return doneView(done(approve ? 'They are removed.' : 'They stay.'), tab);
    });
  for (const kind of ['learn', 'dont_learn'] as const)
    post(`/captures/${kind}`, async ({ body }, session) => {
      const subject = idIn(body);
      if (!(await isWaiting(subject, 'learn'))) return late;
      return doneView(await act(views, session, { kind, target: subject }), tab);
    });
}

function addPairActions(views: PageViews, post: Routes['post']): void {
  post('/team/:id/retract', async ({ params }, session) => {
    const qaId = pairIn(params);
    return doneView(await act(views, session, { kind: 'retract_pair', qaId }), tab);
  });
  post('/team/:id/correct', async ({ params, body }, session) => {
    const [qaId, { text }] = [pairIn(params), typedText.parse(body)];
    return doneView(await act(views, session, { kind: 'correct_pair', qaId, text }), tab);
  });
  post('/team/:id/keep', async ({ params, body }, session) => {
    const [qaId, { hash }] = [pairIn(params), z.object({ hash: z.string().max(64) }).parse(body)];
    const request = { kind: 'keep_pair', target: `${qaId}/${hash}` } as const;
    return doneView(await act(views, session, request), tab);
  });
}

const named = (slug: string): string => slug.replaceAll('-', ' ');

const pairRow = ({ pair, topic, link, page }: ShownPair, { forms, isTeam }: Session): Html => {
  const path = `${tab}/${encodeURIComponent(pair.qaId)}`;
  return html`<li>
    ${conversation(pair)}
    <p class="meta"><span>${named(topic)}</span> ${time(pair.timestamp)} ${conversationLink(link)}</p>
    ${page !== null && contradiction(page, forms, path)}
    ${isTeam && teachForm(forms, `${path}/correct`, true)}
    <details>
      <summary>Retract</summary>
      <p>Steward no longer answers from it. This cannot be undone.</p>
      ${forms.button(`${path}/retract`, 'Retract for good', 'danger')}
    </details>
  </li>`;
};

const contradiction = (
  { title, url, date, statement, hash }: ComparedPage,
  { button }: Forms,
  path: string,
): Html =>
  html`<p>
      A page says otherwise: ${url === null ? title : outLink(url, title)} (${date.slice(0, 10)}):
      “${statement}”
    </p>
    ${button(`${path}/keep`, 'Keep the pair', '', { hash })}`;

const conversationLink = (link: string | null): Html | false =>
  link !== null && outLink(link, 'Conversation');

const conversation = ({ turns }: Pick<QaPair, 'turns'>): Html =>
  definitions(
    'turns',
    turns.map(({ label, text }) => [label === 'User' ? 'Member' : label, text]),
  );

const decisions = {
  learn: [
    ['learn', 'Learn it', ''],
    ['dont_learn', "Don't learn it", 'danger'],
  ],
  remove: [
    ['approve', 'Remove', 'danger'],
    ['keep', 'Keep both', ''],
  ],
} as const;

const waitingList = (
  waiting: readonly WaitingCapture[],
  linkOf: (qaId: QaId) => string | null,
  { forms, isTeam }: Session,
): Html =>
  html`<section class="waiting">
    <h2>Waiting for approval</h2>
    <ol class="rows">
      ${waiting.map(({ id, about, removals, pair }) => {
        const buttons = decisions[about].map(([kind, label, style]) =>
          forms.button(`/page/captures/${kind}`, label, style, { id }),
        );
        return html`<li>
          ${pair !== null && [html`<h3>New</h3>`, conversation(pair)]}
          ${about === 'remove' && [html`<h3>Would remove</h3>`, removals.map((removed) => [conversation(removed), conversationLink(linkOf(removed.qaId))])]}
          ${
            about === 'learn' && !isTeam
              ? html`<p class="meta">The team decides whether Steward learns it.</p>`
              : html`<div class="actions">${buttons}</div>`
          }
        </li>`;
      })}
    </ol>
  </section>`;
