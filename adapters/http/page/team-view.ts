import type { ComparedPage } from '../../../domain/team/pair-comparison.ts';
import type { QaPair } from '../../../domain/team/qa-pair.ts';
import { html, outLink, type Html } from './html.ts';
import { choice, definitions, form, rowList, searchForm, teachForm, time, type PageView } from './layout.ts';

interface ShownPair {
  readonly pair: QaPair;
  readonly topic: string | null;
  /** The link to the conversation, if everyone can read it. */
  readonly link: string | null;
  /** The page that says otherwise. */
  readonly page: ComparedPage | null;
}

/** A capture that waits for a decision. */
export interface WaitingCapture {
  /** The workflow's id for `remove`, the snapshot's id for `learn`. */
  readonly id: string;
  /** `learn`: whether the pair is learned, which only the team decides. `remove`: whether other pairs are removed for it. */
  readonly about: 'learn' | 'remove';
  readonly pair: Pick<QaPair, 'turns'> | null;
  readonly removals: readonly QaPair[];
}

interface TeamKnowledge {
  readonly pairs: readonly ShownPair[];
  readonly topics: readonly { readonly slug: string; readonly pairs: number }[];
  readonly waiting: readonly WaitingCapture[];
  /** The link to the conversation of a pair, if everyone can read it. */
  readonly linkOf: (qaId: string) => string | null;
  readonly query: { readonly text: string; readonly topic?: string | undefined };
  readonly page: number;
  readonly hasMore: boolean;
  readonly formToken: string;
  readonly isTeam: boolean;
}

export function teamView({
  pairs,
  topics,
  waiting,
  linkOf,
  query,
  page,
  hasMore,
  formToken,
  isTeam,
}: TeamKnowledge): PageView {
  const choices = topics.map(({ slug, pairs: count }) => [slug, `${named(slug)} (${count})`] as const);
  const filter = choice({ name: 'topic', label: 'Topic', every: 'Every topic' }, choices, query.topic);
  const rows = pairs.map((shown) => pairRow(shown, { formToken, isTeam }));
  return {
    title: 'Team knowledge',
    tab: '/page/team',
    body: html`${waiting.length > 0 && waitingList(waiting, { linkOf, formToken, isTeam })}
    ${searchForm({ action: '/page/team', label: 'Search what the team said', text: query.text, also: filter })}
    ${rowList({ rows, path: '/page/team', query, page, hasMore, none: 'Steward has learned nothing yet.', noneWanted: 'Steward has learned nothing like that yet.' })}`,
  };
}

const named = (slug: string): string => slug.replaceAll('-', ' ');

const pairRow = (
  { pair, topic, link, page }: ShownPair,
  { formToken, isTeam }: Pick<TeamKnowledge, 'formToken' | 'isTeam'>,
): Html =>
  html`<li>
    ${conversation(pair)}
    <p class="meta">
      ${topic !== null && html`<span>${named(topic)}</span>`} ${time(pair.timestamp)}
      ${conversationLink(link)}
    </p>
    ${page !== null && contradiction(pair.qaId, page, formToken)}
    ${isTeam && teachForm({ action: `/page/team/${encodeURIComponent(pair.qaId)}/correct`, formToken, isAnswered: true })}
    <details>
      <summary>Retract</summary>
      <p>Steward no longer answers from it. This cannot be undone.</p>
      ${form({
        action: `/page/team/${encodeURIComponent(pair.qaId)}/retract`,
        formToken,
        body: html`<button class="danger">Retract for good</button>`,
      })}
    </details>
  </li>`;

const contradiction = (
  qaId: string,
  { title, url, date, statement, hash }: ComparedPage,
  formToken: string,
) =>
  html`<p>
      A page says otherwise: ${url === null ? title : outLink(url, title)} (${date.slice(0, 10)}):
      “${statement}”
    </p>
    ${form({
      action: `/page/team/${encodeURIComponent(qaId)}/keep`,
      formToken,
      body: html`<input type="hidden" name="hash" value="${hash}" /><button>Keep the pair</button>`,
    })}`;

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
  { linkOf, formToken, isTeam }: Pick<TeamKnowledge, 'linkOf' | 'formToken' | 'isTeam'>,
): Html =>
  html`<section class="waiting">
    <h2>Waiting for approval</h2>
    <ol class="rows">
      ${waiting.map(({ id, about, removals, pair }) => {
        const buttons = decisions[about].map(([kind, label, style]) =>
          form({
            action: `/page/captures/${kind}`,
            formToken,
            body: html`<input type="hidden" name="id" value="${id}" /><button class="${style}">
                ${label}
              </button>`,
          }),
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
