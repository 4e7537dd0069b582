import { hideKeys } from '../../../domain/intake/mask-credentials.ts';
import { sourceState, type KnownSource } from '../../../domain/documents/known-sources.ts';
import type { SourceReport } from '../../../domain/documents/source-report.ts';
import type { StaleSource } from '../../../domain/posting/stale-sources.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { ExtractedDocument } from '../../../domain/ports/pages.ts';
import type { LoadedSource } from '../../../domain/ports/sources.ts';
import { countOf, shortenedTo } from '../../../domain/values/text.ts';
import { html, outLink, type Html } from './html.ts';
import { sourceFields } from './settings/settings-view.ts';
import {
  chip,
  form,
  nothing,
  rowList,
  searchForm,
  sourceLink,
  sourcePath,
  time,
  type PageView,
} from './layout.ts';

interface ListedSources {
  readonly sources: readonly KnownSource[];
  readonly failed: number;
  readonly query: { readonly text: string; readonly failed?: string | undefined };
  readonly page: number;
  readonly hasMore: boolean;
  readonly formToken: string;
}

export function sourcesView({ sources, failed, query, page, hasMore, formToken }: ListedSources): PageView {
  const only = html`<label class="check"
    ><input type="checkbox" name="failed" value="yes" ${query.failed === 'yes' && html`checked`} />Failing
    only</label
  >`;
  return {
    title: 'Sources',
    tab: '/page/sources',
    body: html`${failed > 0 && html`<p class="notice">Steward cannot read ${countOf(failed, 'source')} now.</p>`}
      ${searchForm({ action: '/page/sources', label: 'Search sources', text: query.text, also: only })}
      ${rowList({ rows: sources.map(row), path: '/page/sources', query, page, hasMore, none: 'No source has been read yet.', noneWanted: 'There is no such source.' })}
      <p><a class="button" href="/page/sources/check">Check what was read</a></p>
      <h2>Try a page</h2>
      <p>Steward reads the address like one of its sources, but saves nothing.</p>
      ${form({
        action: '/page/sources/try',
        formToken,
        body: html`<label
            >Address<input type="url" name="url" required maxlength="2000" placeholder="https://" />
          </label>
          <button>Try</button>`,
      })}`,
  };
}

/** The style and label of each state. The styles are those of question outcomes. */
const states = {
  failed: ['failed', 'Failing'],
  pending: ['held', 'Pending'],
  indexed: ['answered', 'Indexed'],
  unread: ['skipped', 'Not read'],
} as const;

const row = (source: KnownSource): Html => {
  const { sourceId, error, record, checkedAt, nextCheckAt, tokens } = source;
  const [style, label] = states[sourceState(source)];
  return html`<li>
    <a class="subject" href="${sourcePath(sourceId)}">${sourceId}</a>
    ${record?.summary_text && html`<p class="summary">${shortenedTo(record.summary_text, 240)}</p>`}
    ${error !== null && html`<p class="${style === 'failed' ? 'error' : 'meta'}">${error}</p>`}
    <p class="meta">
      ${chip(style, label)} <span>checked ${checkedAt === null ? 'never' : time(checkedAt)}</span>
      ${nextCheckAt !== null && html`<span>next ${time(nextCheckAt)}</span>`}
      ${tokens !== null && html`<span>${countOf(tokens, 'token')}</span>`}
    </p>
  </li>`;
};

/** What was read of each entry of the config. */
export const checkedView = (reports: readonly SourceReport[], stale: readonly StaleSource[]): PageView => ({
  title: 'What was read',
  tab: '/page/sources',
  body: html`${
      stale.length > 0 &&
      html`<h2>Old and still used</h2>
        <ol class="rows">
          ${stale.slice(0, 50).map(
            ({ sourceId, title, date, answers }) =>
              html`<li>
                <p class="subject">${title}</p>
                <p class="meta">
                  ${sourceLink(sourceId)} <span>last changed ${date}</span>
                  <span>${countOf(answers, 'answer')} in eight weeks</span>
                </p>
              </li>`,
          )}
        </ol>`
    }
    ${reports.length === 0 && nothing('No source has been read yet.')}
    ${reports.map(
      ({ origin, pages, leftOut, doubts }) =>
        html`<h2>${origin}</h2>
          <p>${countOf(pages, 'page')} in the index.</p>
          ${
            leftOut.length + doubts.length > 0 &&
            html`<ul>
              ${doubts.map((doubt) => html`<li>${doubt}</li>`)}
              ${leftOut.map((one) => html`<li>${countOf(one.pages, 'page')} not there: ${one.reason}</li>`)}
            </ul>`
          }`,
    )}
    <p><a class="button" href="/page/sources">Back</a></p>`,
});

/** The text of a source. Null if it is not in the index. */
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
          ${textOf(source)}`,
});

const textOf = ({ text }: { readonly text: string }): Html =>
  html`<pre class="text" role="region" aria-label="Text of the source" tabindex="0">
${text.slice(0, 100_000)}</pre>`;

/** The text at an address, or why Steward cannot read it. `formToken` is null if it cannot be added. */
export const triedView = (
  url: string,
  read: ExtractedDocument | PortError,
  formToken: string | null,
): PageView => ({
  title: read instanceof PortError ? 'It cannot be read' : (read.title ?? 'Without a title'),
  tab: '/page/sources',
  body: html`<p class="meta">${outLink(url, hideKeys(url))}</p>
    ${
      read instanceof PortError
        ? html`<p class="error" role="status">${read.message}</p>`
        : [html`<p role="status">This is the text that answers would be made from.</p>`, textOf(read)]
    }
    ${formToken !== null && form({ action: '/page/settings/source', formToken, body: sourceFields(url, 'Add to the sources') })}
    <p><a class="button" href="/page/sources">Back</a></p>`,
});
