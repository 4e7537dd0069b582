import { z } from 'zod';
import { hideKeys } from '../../../domain/intake/mask-credentials.ts';
import {
  findSources,
  shownSources,
  sourceState,
  type KnownSource,
} from '../../../domain/documents/known-sources.ts';
import { leftOutText, type SourceReport } from '../../../domain/documents/source-report.ts';
import type { StaleSource } from '../../../domain/posting/stale-sources.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { ExtractedDocument } from '../../../domain/ports/pages.ts';
import type { LoadedSource } from '../../../domain/ports/sources.ts';
import { countOf, shortenedTo } from '../../../domain/values/text.ts';
import { isUnknownSource, RefusedRequest } from '../refused-request.ts';
import { html, outLink, type Html } from './html.ts';
import { sourceFields } from './settings/settings-view.ts';
import {
  chip,
  nothing,
  rowList,
  searchForm,
  sourceLink,
  sourcePath,
  time,
  type Forms,
  type PageView,
} from './layout.ts';
import { chosen, listing, oneAtATime, paged, type PageViews, type Routes, type Session } from './routes.ts';

const tab = '/page/sources';

/** What Steward knows of its sources, the text of each, and what it would read of another page. */
export function addSources(views: PageViews, { get, post }: Routes): void {
  const { knownSources, settings, sources, library, readPage } = views;
  get('/sources', async ({ query }, { forms }) => {
    const { text, page, failed } = z.object({ ...listing, failed: chosen(['yes']) }).parse(query);
    const all = shownSources(await knownSources.all());
    const { shown, hasMore } = paged(findSources(all, { text, failedOnly: failed === 'yes' }), page);
    const failing = all.filter((source) => sourceState(source) === 'failed').length;
    const only = html`<label class="check"
      ><input type="checkbox" name="failed" value="yes" ${failed && html`checked`} />Failing only</label
    >`;
    const address = html`<label
        >Address<input type="url" name="url" required maxlength="2000" placeholder="https://" />
      </label>
      <button>Try</button>`;
    return {
      title: 'Sources',
      tab,
      body: html`${failing > 0 && html`<p class="notice">Steward cannot read ${countOf(failing, 'source')} now.</p>`}
        ${searchForm({ action: tab, label: 'Search sources', text, also: only })}
        ${rowList({ rows: shown.map(row), path: tab, query: { text, failed }, page, hasMore, none: 'No source has been read yet.', noneWanted: 'There is no such source.' })}
        <p><a class="button" href="${tab}/check">Check what was read</a></p>
        <h2>Try a page</h2>
        <p>Steward reads the address like one of its sources, but saves nothing.</p>
        ${forms.form(`${tab}/try`, address)}`,
    };
  });
  get('/sources/read', async ({ query }) => {
    const { id } = z.object({ id: z.string().min(1).max(2_000) }).parse(query);
    const source = await sources.load(id, await library.liveGeneration()).catch((error: unknown) => {
      if (isUnknownSource(error)) return null;
      throw error;
    });
    return sourceView(source);
  });
  get('/sources/check', async () => checkedView(await views.checkSources(), await views.staleSources()));
  const tryOne = oneAtATime(async (url: string, { userId, forms }: Session) => {
    const read = await readPage({ url, userId }).catch((error: unknown) => {
      if (error instanceof PortError) return error;
      throw error;
    });
    if (!read) throw new RefusedRequest('too_many_requests');
    return triedView(url, read, settings && forms);
  });
  post('/sources/try', async ({ body }, session) =>
    tryOne(z.object({ url: z.string().trim().min(1).max(2_000) }).parse(body).url, session),
  );
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
    ${record?.summary_text ? html`<a class="subject" href="${sourcePath(sourceId)}">${sourceId}</a>` : html`<span class="subject">${sourceId}</span>`}
    ${record?.summary_text && html`<p class="summary">${shortenedTo(record.summary_text, 240)}</p>`}
    ${error !== null && html`<p class="${style === 'failed' ? 'error' : 'meta'}">${error}</p>`}
    <p class="meta">
      ${chip(style, label)} <span>checked ${checkedAt === null ? 'never' : time(checkedAt)}</span>
      ${nextCheckAt !== null && html`<span>next ${time(nextCheckAt)}</span>`}
      ${tokens !== null && html`<span>${countOf(tokens, 'token')}</span>`}
    </p>
  </li>`;
};

/** What has no address or folder's name of its own. */
const places = new Map([
  ['kb.sources_dir', 'The folder of documents'],
  ['kb.sources', 'Single pages'],
]);

/** What was read of each entry of the config. */
const checkedView = (reports: readonly SourceReport[], stale: readonly StaleSource[]): PageView => ({
  title: 'What was read',
  tab,
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
        html`<h2>${places.get(origin) ?? origin}</h2>
          <p>${countOf(pages, 'page')} in the index.</p>
          ${
            leftOut.length + doubts.length > 0 &&
            html`<ul>
              ${doubts.map((doubt) => html`<li>${doubt}</li>`)}
              ${leftOut.map((one) => html`<li>${leftOutText(one)}</li>`)}
            </ul>`
          }`,
    )}
    <p><a class="button" href="${tab}">Back</a></p>`,
});

/** The text of a source. Null if it is not in the index. */
const sourceView = (source: LoadedSource | null): PageView => ({
  title: source?.title ?? 'Source',
  tab,
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

/** The text at an address, or why Steward cannot read it. `forms` is null where nothing can be added. */
function triedView(url: string, read: ExtractedDocument | PortError, forms: Forms | null): PageView {
  const [title, shown] =
    read instanceof PortError
      ? ['It cannot be read', html`<p class="error" role="status">${read.message}</p>`]
      : [
          read.title ?? 'Without a title',
          html`<p role="status">This is the text that answers would be made from.</p>
            ${textOf(read)} ${forms?.form('/page/settings/source', sourceFields(url, 'Add to the sources'))}`,
        ];
  const body = html`<p class="meta">${outLink(url, hideKeys(url))}</p>
    ${shown}
    <p><a class="button" href="${tab}">Back</a></p>`;
  return { title, tab, body };
}
