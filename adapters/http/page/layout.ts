import type { InteractionAnswer } from '../../../domain/ports/interactions.ts';
import { html, markupOf, type Html } from './html.ts';

const tabs = [
  ['/page', 'Questions'],
  ['/page/gaps', 'Gaps'],
  ['/page/team', 'Team knowledge'],
  ['/page/sources', 'Sources'],
  ['/page/rehearsal', 'Rehearsal'],
  ['/page/numbers', 'Numbers'],
  ['/page/settings', 'Settings'],
] as const;

export interface PageView {
  readonly title: string;
  readonly body: Html;
  /** The path of the view's tab. Views without a session have none. */
  readonly tab?: (typeof tabs)[number][0];
}

export const documentOf = ({ title, body, tab }: PageView, forms: Forms | null): string =>
  `<!doctype html>\n${markupOf(
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Steward</title>
        <link rel="stylesheet" href="/page/style.css" />
        <link rel="icon" href="/page/icon.svg" type="image/svg+xml" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header>
          <div class="top">
            <span class="brand"><img src="/page/icon.svg" alt="" width="22" height="22" />Steward</span>
            ${forms && navigation(tab, forms)}
          </div>
        </header>
        <main id="main">
          <h1>${title}</h1>
          ${body}
        </main>
        <footer>Times are in UTC.</footer>
      </body>
    </html>`,
  )}`;

const navigation = (tab: PageView['tab'], { button }: Forms): Html =>
  html`<nav aria-label="Views">
      ${tabs.map(
        ([path, name]) => html`<a href="${path}" ${path === tab && html`aria-current="page"`}>${name}</a>`,
      )}
    </nav>
    ${button('/page/leave', 'Sign out', 'quiet')}`;

/** Forms for changes, with the session's token. */
export interface Forms {
  readonly form: (action: string, body: Html) => Html;
  /** A form of one button, and of fields that nobody sees. */
  readonly button: (action: string, label: string, style?: string, fields?: Fields) => Html;
}

type Fields = Readonly<Record<string, string | number>>;

export function formsWith(formToken: string): Forms {
  const hidden = (fields: Fields) =>
    Object.entries(fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    );
  const form: Forms['form'] = (action, body) =>
    html`<form method="post" action="${action}">${hidden({ form_token: formToken })}${body}</form>`;
  return {
    form,
    button: (action, label, style = '', fields = {}) =>
      form(action, html`${hidden(fields)}<button class="${style}">${label}</button>`),
  };
}

/** A choice of a search form. `every` is the label of no choice. */
export const choice = (
  { name, label, every }: Readonly<Record<'name' | 'label' | 'every', string>>,
  options: readonly (readonly [value: string, label: string])[],
  chosen: string | undefined,
): Html =>
  html`<select name="${name}" aria-label="${label}">
    <option value="">${every}</option>
    ${options.map(
      ([value, text]) =>
        html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`,
    )}
  </select>`;

/** Names with their values, without those that are null. */
export const definitions = (
  style: 'facts' | 'tiles' | 'turns',
  rows: readonly (readonly [name: string, value: Html | string | null])[],
): Html =>
  html`<dl class="${style}">
    ${rows.map(
      ([name, value]) =>
        value !== null &&
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;

/** The first cell of each row is its heading. */
export const htmlTable = (
  name: string,
  head: readonly string[],
  rows: readonly (readonly (Html | string | number)[])[],
): Html =>
  html`<div class="scroll" role="region" aria-label="${name}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${head.map((one) => html`<th scope="col">${one}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([heading, ...cells]) =>
            html`<tr>
              <th scope="row">${heading}</th>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;

type Search = Readonly<Record<'action' | 'label' | 'text', string>> & { readonly also: Html };

/** A search field. `also` holds further fields. */
export const searchForm = ({ action, label, text, also }: Search): Html =>
  html`<form class="search" role="search" action="${action}">
    <input
      type="search"
      name="text"
      value="${text}"
      aria-label="${label}"
      placeholder="${label}"
      maxlength="200"
    />
    ${also}<button>Search</button>
  </form>`;

export const perPage = 25;

export const chip = (kind: string, label: string): Html =>
  html`<span class="chip ${kind}">${label.replaceAll('_', ' ')}</span>`;

export const time = (at: string): Html =>
  html`<time datetime="${at}">${at.slice(0, 16).replace('T', ' ')}</time>`;

/** The path of the view with the source's text. */
export const sourcePath = (sourceId: string): string =>
  `/page/sources/read?${new URLSearchParams({ id: sourceId }).toString()}`;

export const sourceLink = (sourceId: string): Html =>
  html`<a href="${sourcePath(sourceId)}"><code>${sourceId}</code></a>`;

export const nothing = (sentence: string): Html => html`<p class="nothing">${sentence}</p>`;

interface RowList {
  readonly rows: readonly Html[];
  readonly path: string;
  readonly query: object;
  readonly page: number;
  readonly hasMore: boolean;
  readonly none: string;
  readonly noneWanted: string;
}

/**
 * One page of a list, with links to the previous and the next. An empty list says `none`, or `noneWanted` if the query restricts it;
 * a page after the last one says so, and links to the first.
 */
export function rowList({ rows, path, query, page, hasMore, none, noneWanted }: RowList): Html {
  const to = (number: number, label: string) => {
    const address = new URL(path, 'http://page');
    for (const [name, value] of Object.entries({ ...query, page: String(number) }))
      if (value) address.searchParams.set(name, value);
    return html`<a class="button" href="${address.pathname + address.search}">${label}</a>`;
  };
  if (rows.length === 0 && page > 1)
    return html`${nothing(`This list has no page ${page}.`)}
      <nav class="pager" aria-label="Pages">${to(1, 'First page')}</nav>`;
  if (rows.length === 0) return nothing(Object.values(query).some(Boolean) ? noneWanted : none);
  return html`<ol class="rows">
      ${rows}
    </ol>
    ${
      (page > 1 || hasMore) &&
      html`<nav class="pager" aria-label="Pages">
        ${page > 1 && to(page - 1, 'Previous')} <span>Page ${page}</span> ${hasMore && to(page + 1, 'More')}
      </nav>`
    }`;
}

export const done = (text: string) => ({ text, isDone: true }) as const;

/** The result of a change. */
export const doneView = (
  { text, isDone }: InteractionAnswer,
  tab: NonNullable<PageView['tab']>,
  backTo: string = tab,
): PageView => ({
  title: isDone ? 'Done' : 'Nothing was changed',
  tab,
  body: html`<p role="status">${text}</p>
    <p><a class="button" href="${backTo}">Back</a></p>`,
});

/** Takes the right answer from a team member. */
export const teachForm = ({ form }: Forms, action: string, isAnswered: boolean): Html =>
  html`<details>
    <summary>${isAnswered ? 'Say what is right instead' : 'Answer it'}</summary>
    ${form(
      action,
      html`<label
          >The right answer. Steward learns it, and ${isAnswered ? 'corrects its own' : 'posts it'}<textarea
            name="text"
            rows="5"
            required
            maxlength="4000"
          ></textarea>
        </label>
        <button>${isAnswered ? 'Correct' : 'Learn it'}</button>`,
    )}
  </details>`;
