import type { KnownSource, LoadedSource } from '../../../domain/ports/sources.ts';
import { countOf } from '../../../domain/values/text.ts';
import { html, outLink, type Html } from './html.ts';
import { chip, noRows, nothing, pager, searchForm, time, type PageView } from './layout.ts';

interface ListedSources {
  readonly sources: readonly KnownSource[];
  readonly failed: number;
  readonly query: { readonly text: string; readonly failed?: string | undefined };
  readonly page: number;
  readonly hasMore: boolean;
}

export function sourcesView({ sources, failed, query, page, hasMore }: ListedSources): PageView {
  const only = html`<label class="check"
    ><input type="checkbox" name="failed" value="yes" ${query.failed === 'yes' && html`checked`} />Failing
    only</label
  >`;
  return {
    title: 'Sources',
    tab: '/page/sources',
    body: html`${failed > 0 && html`<p class="notice">${countOf(failed, 'source')} cannot be read as they are now.</p>`}
    ${searchForm({ action: '/page/sources', label: 'Search sources', text: query.text, also: only })}
    ${
      sources.length === 0
        ? noRows(query, { none: 'No source has been read yet.', noneWanted: 'There is no such source.' })
        : html`<ol class="rows">
            ${sources.map(row)}
          </ol>`
    }
    ${pager('/page/sources', query, { page, hasMore })}`,
  };
}

const row = ({ sourceId, error, task, record, checkedAt, nextCheckAt, tokens }: KnownSource): Html => {
  const state = error !== null ? 'failed' : task !== null || !record?.summary_text ? 'held' : 'answered';
  const label = { failed: 'Failing', held: 'Pending', answered: 'Indexed' }[state];
  return html`<li>
    <a class="subject" href="/page/sources/read?${new URLSearchParams({ id: sourceId }).toString()}"
      >${sourceId}</a
    >
    ${record?.summary_text && html`<p class="summary">${record.summary_text.slice(0, 240)}</p>`}
    ${error !== null && html`<p class="error">${error}</p>`}
    <p class="meta">
      ${chip(state, label)} <span>checked ${checkedAt === null ? 'never' : time(checkedAt)}</span>
      ${nextCheckAt !== null && html`<span>next ${time(nextCheckAt)}</span>`}
      ${tokens !== null && html`<span>${countOf(tokens, 'token')}</span>`}
    </p>
  </li>`;
};

/** A source as answers read it. Null: it is not in the index. */
export const sourceView = (source: LoadedSource | null): PageView => ({
  title: source?.title ?? 'Source',
  tab: '/page/sources',
  body:
    source === null
      ? nothing('Steward has no text of this source. The list of sources says why.')
      : html`<p class="meta">
            <code>${source.sourceId}</code> ${source.url !== null && outLink(source.url, 'Open')}
          </p>
          <p>This is the text that answers are made from.</p>
          <pre class="text" role="region" aria-label="Text of the source" tabindex="0">
${source.text.slice(0, 100_000)}</pre>`,
});
