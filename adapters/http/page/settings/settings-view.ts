import { z } from 'zod';
import { channelSettings } from '../../../../domain/operations/setting-changes.ts';
import type {
  PageSettings,
  ShownChange,
  ListedChannel,
  ShownSettings,
  ListedSource,
} from '../../../../domain/operations/page-settings.ts';
import { shortenedTo } from '../../../../domain/values/text.ts';
import { RefusedRequest } from '../../refused-request.ts';
import { html, type Html } from '../html.ts';
import { chip, done, doneView, form, htmlTable, nothing, time, type PageView } from '../layout.ts';
import type { PageViews, Routes } from '../routes.ts';

const tab = '/page/settings';

/** What moderators may change without a file and a restart, and what they have changed. */
export function addSettings({ settings, listed }: PageViews, { get, post }: Routes): void {
  if (!settings) return;
  get('/settings', async (_, { formToken }) => settingsView(await settings.shown(), formToken));
  const changing = (path: string, changesOf: (body: unknown) => Parameters<PageSettings['change']>[0]) =>
    post(`/settings/${path}`, async ({ body }, { userId }) => {
      const problem = await settings.change(changesOf(body), userId);
      if (problem !== null) return doneView({ text: problem }, tab);
      return doneView(done(saved), tab);
    });
  changing('introduction', (body) => {
    const { text } = introduction.parse(body);
    return [{ path: ['ai_response', 'project_introduction'], value: text }];
  });
  post('/settings/list', async ({ body }, { userId }) => {
    const name = named.parse(body).name.replace(/^#/u, '');
    const problem = await settings.change([{ path: ['discord', 'channels', name], value: {} }], userId);
    if (problem !== null) return doneView({ text: problem }, tab);
    const isThere = listed === null || [...listed.values()].includes(name);
    return doneView(done(isThere ? saved : `${saved} Steward sees no channel ${name} yet.`), tab);
  });
  changing('channel', (body) => {
    const { name, ...wanted } = channel.parse(body);
    return channelSettings.map((setting) => ({
      path: ['discord', 'channels', name, setting],
      value: wanted[setting],
    }));
  });
  changing('source', (body) => {
    const { kind, address, ...details } = source.parse(body);
    return [{ path: ['kb', 'sources', address], value: { [kind]: address, ...details } }];
  });
  for (const [path, value] of [
    ['pause', false],
    ['resume', null],
    ['remove', null],
  ] as const)
    changing(path, (body) => [{ path: ['kb', 'sources', named.parse(body).name], value }]);
  changing('undo', (body) => [{ path: changedPath.parse(body).path, value: null }]);
  // One at a time, because it calls models.
  let isTesting = false;
  post('/settings/models', async () => {
    if (isTesting) throw new RefusedRequest('too_many_requests');
    isTesting = true;
    try {
      return modelsView(await settings.testModels());
    } finally {
      isTesting = false;
    }
  });
}

const saved = 'Saved. It holds within half a minute, for what is asked then.';

const introduction = z.object({ text: z.string().trim().min(1).max(4_000) });
const named = z.object({ name: z.string().trim().min(1).max(2_000) });
const words = z
  .string()
  .max(500)
  .transform((text) => text.split(/[\s,]+/u).filter((word) => word !== ''));
const channel = z.object({
  name: z.string().min(1).max(200),
  mode: z.string().max(20),
  when_unknown: z.string().max(20),
  // Nothing means as for all channels.
  how_sure: z.union([z.literal('').transform(() => null), z.coerce.number()]),
  sources: words.transform((groups) => (groups.length === 0 ? null : groups)),
});
const ifAny = z
  .string()
  .trim()
  .max(100)
  .transform((text) => text || undefined);
const source = z.object({
  kind: z.enum(['site', 'url', 'github']),
  address: z.string().trim().min(1).max(2_000),
  group: ifAny.optional(),
  version: ifAny.optional(),
});
const changedPath = z.object({
  path: z
    .string()
    .max(3_000)
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.array(z.string()).max(5)),
});

const settingsView = (shown: ShownSettings, formToken: string): PageView => {
  const button = (path: string, name: string, label: string) =>
    form({
      action: `${tab}/${path}`,
      formToken,
      body: html`<input type="hidden" name="name" value="${name}" /><button class="quiet">${label}</button>`,
    });
  return {
    title: 'Settings',
    tab,
    body: html`<p>
        Changes here lie over the configuration file and under the environment. Tokens, models' addresses and
        storage stay in files.
      </p>
      <h2>Sources</h2>
      ${shown.sources.length === 0 && nothing('Only the folder of documents.')}
      <ol class="rows">
        ${shown.sources.map((one) => sourceRow(one, button))}
      </ol>
      ${form({ action: `${tab}/source`, formToken, body: sourceFields('', 'Add a source') })}
      <h2>Channels</h2>
      <ol class="rows">
        ${shown.channels.map((one) => channelRow(one, formToken))}
      </ol>
      ${form({
        action: `${tab}/list`,
        formToken,
        body: html`<label>A channel's name or id<input name="name" required maxlength="200" /></label
          ><button>List it</button>`,
      })}
      <h2>About the project</h2>
      ${form({
        action: `${tab}/introduction`,
        formToken,
        body: html`<label
            >Each model reads this<textarea name="text" rows="4" required maxlength="4000">
${shown.introduction}</textarea></label
          ><button>Save</button>`,
      })}
      <h2>Web pages that ask</h2>
      <p><a class="button" href="/page/keys">Their keys</a></p>
      <h2>Models</h2>
      ${form({ action: `${tab}/models`, formToken, body: html`<button class="quiet">Test the models</button>` })}
      <h2>Changes</h2>
      ${shown.changes.length === 0 && nothing('Everything is as the file says.')}
      <ol class="rows">
        ${shown.changes.slice(0, 100).map((one) => changeRow(one, formToken))}
      </ol>`,
  };
};

/** The fields that add a source. A page that was tried is added with its address. */
export const sourceFields = (address: string, label: string): Html =>
  html`<div class="fields">
      ${pick({ name: 'kind', label: 'Kind', chosen: 'url' }, sourceKinds)}
      <label
        >Address, or owner/name<input name="address" value="${address}" required maxlength="2000"
      /></label>
      <label>Group<input name="group" maxlength="100" /></label>
      <label>Version<input name="version" maxlength="100" /></label>
    </div>
    <button>${label}</button>`;

const sourceKinds = [
  ['url', 'One page'],
  ['site', 'A site'],
  ['github', 'A repository at GitHub'],
] as const;

function sourceRow(
  { address, group, version, state }: ListedSource,
  button: (path: string, name: string, label: string) => Html,
): Html {
  const buttons = {
    file: button('pause', address, 'Pause'),
    page: button('remove', address, 'Remove'),
    paused: button('resume', address, 'Resume'),
  };
  return html`<li>
    <p class="subject"><code>${address}</code></p>
    <p class="meta">
      ${chip(state === 'paused' ? 'failed' : 'answered', { file: 'from the file', page: 'added here', paused: 'paused' }[state])}
      ${group !== null && html`<span>group ${group}</span>`}
      ${version !== null && html`<span>version ${version}</span>`}
    </p>
    ${buttons[state]}
  </li>`;
}

const channelRow = (
  { name, mode, when_unknown, how_sure, sources }: ListedChannel,
  formToken: string,
): Html =>
  html`<li>
    <p class="subject">${name}</p>
    ${form({
      action: `${tab}/channel`,
      formToken,
      body: html`<input type="hidden" name="name" value="${name}" />
        <div class="fields">
          ${pick({ name: 'mode', label: 'Answers', chosen: mode }, modes)}
          ${pick({ name: 'when_unknown', label: 'If nothing covers it', chosen: when_unknown }, unknowns)}
          <label
            >How sure, 0 to 10<input name="how_sure" inputmode="numeric" value="${how_sure ?? ''}"
          /></label>
          <label
            >Groups of sources; empty for all<input name="sources" value="${(sources ?? []).join(', ')}"
          /></label>
        </div>
        <button>Save</button>`,
    })}
  </li>`;

const modes = [
  ['all', 'Every question'],
  ['mention', 'Mentions only'],
] as const;
const unknowns = [
  ['silent', 'Stay silent'],
  ['say_so', 'Say so'],
  ['hand_over', 'Call the helpers'],
] as const;

const pick = (
  { name, label, chosen }: Readonly<Record<'name' | 'label' | 'chosen', string>>,
  values: readonly (readonly [value: string, text: string])[],
): Html =>
  html`<label
    >${label}<select name="${name}">
      ${values.map(([value, text]) => html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`)}
    </select></label
  >`;

const changeRow = (
  { path, value, changedBy, changedAt, state, otherwise }: ShownChange,
  formToken: string,
): Html =>
  html`<li>
    <p class="subject">${path.join(' › ')}</p>
    <p><code>${value === null ? 'as the file says' : shortenedTo(JSON.stringify(value), 300)}</code></p>
    <p class="meta">
      ${state === 'set_aside' && chip('failed', 'invalid, set aside')}
      <span>by ${changedBy}</span> ${time(changedAt)}
      ${state === 'in_force' && otherwise !== null && html`<span>the file says ${shortenedTo(otherwise, 200)}</span>`}
    </p>
    ${
      state !== 'over' &&
      form({
        action: `${tab}/undo`,
        formToken,
        body: html`<input type="hidden" name="path" value="${JSON.stringify(path)}" /><button class="quiet">
            Take back
          </button>`,
      })
    }
  </li>`;

const modelsView = (tested: Awaited<ReturnType<PageSettings['testModels']>>): PageView => ({
  title: 'Models',
  tab,
  body: html`${htmlTable(
      'Models',
      ['Setting', 'Model', 'Time', 'Answer'],
      tested.map(({ path, model, milliseconds, problem }) => [
        path,
        model,
        `${milliseconds} ms`,
        problem ?? 'It answers.',
      ]),
    )}
    <p><a class="button" href="${tab}">Back</a></p>`,
});
