import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Config } from '../../../../config/schema.ts';
import {
  channelSettings,
  channelWords,
  repositoryIn,
  settingWords,
  sourceAddress,
  writtenAddress,
} from '../../../../domain/operations/setting-changes.ts';
import { shortenedTo } from '../../../../domain/values/text.ts';
import { html, outLink, type Html } from '../html.ts';
import { chip, done, doneView, htmlTable, nothing, time, type Forms, type PageView } from '../layout.ts';
import {
  jsonText,
  oneAtATime,
  typedText,
  wordList,
  type PageSettings,
  type ShownChange,
  type PageViews,
  type Routes,
  type Session,
} from '../routes.ts';

const tab = '/page/settings';

/** What moderators may change without a file and a restart, and what they have changed. */
export function addSettings({ settings, listed }: PageViews, { get, post }: Routes): void {
  get('/settings', async (_, session) =>
    settings ? settingsView(await settings.list(), session) : fixedView,
  );
  if (!settings) return;
  const changing = (
    path: string,
    read: (body: unknown) => {
      readonly wanted: Parameters<PageSettings['change']>[0];
      readonly note?: () => string | false;
    },
  ) =>
    post(`/settings/${path}`, async ({ body }, { userId }) => {
      const { wanted, note } = read(body);
      const problem = await settings.change(wanted, userId);
      return doneView(problem === null ? done(`${saved}${note?.() || ''}`) : { text: problem }, tab);
    });
  changing('introduction', (body) => {
    const { text: value } = typedText.parse(body);
    return { wanted: [{ path: ['ai_response', 'project_introduction'], value }] };
  });
  changing('list', (body) => {
    const name = named.parse(body).name.replace(/^#/u, '');
    // The change has been taken over by then.
    const note = () =>
      listed !== null && ![...listed.values()].includes(name) && ` Steward sees no channel ${name} yet.`;
    return { wanted: [{ path: ['discord', 'channels', name], value: {} }], note };
  });
  changing('channel', (body) => {
    const { name, was, ...values } = channel.parse(body);
    const path = ['discord', 'channels', name];
    // What this person has left as it was shown may have been changed by another one since.
    const changed = channelSettings.filter((setting) => !isDeepStrictEqual(values[setting], was[setting]));
    return { wanted: changed.map((setting) => ({ path: [...path, setting], value: values[setting] })) };
  });
  changing('source', (body) => {
    const { kind, address: typedAddress, ...details } = source.parse(body);
    const address = kind === 'github' ? repositoryIn(typedAddress) : writtenAddress(typedAddress);
    return { wanted: [{ path: ['kb', 'sources', address], value: { [kind]: address, ...details } }] };
  });
  changing('pause', (body) => ({
    wanted: [{ path: ['kb', 'sources', named.parse(body).name], value: false }],
  }));
  changing('undo', (body) => {
    const { path, at } = undone.parse(body);
    return { wanted: [{ path, value: null, ...(at !== undefined && { madeAt: at }) }] };
  });
  const test = oneAtATime(async () => modelsView(await settings.testModels()));
  post('/settings/models', () => test());
}

const fixedView: PageView = {
  title: 'Settings',
  tab,
  body: html`<p>The settings of this Steward are fixed, as it is only for trying.</p>
    <p><a class="button" href="/page/keys">Keys of web pages</a></p>`,
};

const saved = 'Saved. It holds within half a minute, for what is asked then.';

const named = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(2_000)
    .refine((name) => name !== '__proto__'),
});
const channel = z.object({
  name: z.string().min(1).max(200),
  mode: z.string().max(20),
  when_unknown: z.string().max(20),
  // Nothing means as for all channels. What is no number is told as the configuration would tell it.
  how_sure: z
    .string()
    .trim()
    .max(20)
    .transform((text) => (text === '' ? null : Number.isNaN(Number(text)) ? text : Number(text))),
  sources: wordList.transform((groups) => (groups.length === 0 ? null : groups)),
  was: jsonText.pipe(z.record(z.string(), z.unknown())),
});
const detail = z.string().trim().max(100).optional();
const source = z.object({
  kind: z.enum(['site', 'url', 'github']),
  address: z.string().trim().min(1).max(2_000),
  group: detail.transform((text) => text || undefined),
  version: detail.transform((text) => text || undefined),
});
const undone = z.object({
  path: jsonText.pipe(z.array(z.string()).max(5)),
  /** When the change was made that is taken back. */
  at: z.string().max(40).optional(),
});

const settingsView = (
  { config, plain, changes }: Awaited<ReturnType<PageSettings['list']>>,
  { forms, userId }: Session,
): PageView => ({
  title: 'Settings',
  tab,
  body: html`<p>
      Changes here lie over the configuration file and under the environment. Tokens, models' addresses and
      storage stay in files.
    </p>
    <h2>Sources</h2>
    ${config.kb.sources.length + plain.kb.sources.length === 0 && nothing('Only the folder of documents.')}
    <ol class="rows">
      ${sourceRows(config, plain, forms)}
    </ol>
    ${forms.form(`${tab}/source`, sourceFields('', 'Add a source'))}
    <h2>Channels</h2>
    <ol class="rows">
      ${Object.entries(config.discord.channels).map(([name, one]) => channelRow(name, one, forms))}
    </ol>
    ${forms.form(
      `${tab}/list`,
      html`<label>Another channel, by its name or id<input name="name" required maxlength="200" /></label
        ><button>Answer there</button>`,
    )}
    <h2>About the project</h2>
    ${forms.form(
      `${tab}/introduction`,
      html`<label
          >Each model reads this<textarea name="text" rows="4" required maxlength="4000">
${config.ai_response.project_introduction}</textarea></label
        ><button>Save</button>`,
    )}
    <h2>Web pages that ask</h2>
    <p>With a key, pages of your documentation ask Steward.</p>
    <p><a class="button" href="/page/keys">Make and revoke keys</a></p>
    <h2>Models</h2>
    ${forms.button(`${tab}/models`, 'Test the models', 'quiet')}
    <h2>Changes</h2>
    ${changes.length === 0 && nothing('Everything is as the file says.')}
    <ol class="rows">
      ${changes.filter(({ state }, at) => state !== 'over' || at < 100).map((one) => changeRow(one, forms, userId))}
    </ol>`,
});

const undo = ({ button }: Forms, path: readonly string[], label: string, at?: string): Html =>
  button(`${tab}/undo`, label, 'quiet', { path: JSON.stringify(path), ...(at !== undefined && { at }) });

/** The fields that add a source. A page that was tried is added with its address. */
export const sourceFields = (address: string, label: string): Html =>
  html`<div class="fields">
      ${pick('kind', 'Kind', 'url', sourceKinds)}
      <label
        >Address, or owner/name<input name="address" value="${address}" required maxlength="2000"
      /></label>
      ${field('group', 'Group', 'server')} ${field('version', 'Version', '2.1')}
    </div>
    <p>Channels may be limited to groups. Of a group, the version in question answers, else the newest.</p>
    <button>${label}</button>`;

const sourceKinds = { url: 'One page', site: 'A site', github: 'A repository at GitHub' };

/** A source of the file can be paused, one that was added here removed. */
function sourceRows({ kb }: Config, plain: Config, forms: Forms): readonly Html[] {
  const addresses = (sources: typeof kb.sources) => new Set(sources.map(sourceAddress));
  const [now, ofFile] = [addresses(kb.sources), addresses(plain.kb.sources)];
  const paused = plain.kb.sources.filter((entry) => !now.has(sourceAddress(entry)));
  return [...kb.sources, ...paused].map((entry) => {
    const name = sourceAddress(entry);
    const path = ['kb', 'sources', name];
    const [style, state, button] = !now.has(name)
      ? ['failed', 'paused', undo(forms, path, 'Resume')]
      : ofFile.has(name)
        ? ['answered', 'from the file', forms.button(`${tab}/pause`, 'Pause', 'quiet', { name })]
        : ['answered', 'added here', undo(forms, path, 'Remove')];
    return html`<li>
      <p class="subject"><code>${name}</code></p>
      <p class="meta">
        ${chip(style, state)} ${entry.group && html`<span>group ${entry.group}</span>`}
        ${entry.version && html`<span>version ${entry.version}</span>`}
      </p>
      ${button}
    </li>`;
  });
}

const channelRow = (
  name: string,
  { mode, when_unknown, how_sure, sources }: Config['discord']['channels'][string],
  { form }: Forms,
): Html =>
  html`<li>
    <p class="subject">${name}</p>
    ${form(
      `${tab}/channel`,
      html`<input type="hidden" name="name" value="${name}" />
        <input
          type="hidden"
          name="was"
          value="${JSON.stringify({ mode, when_unknown, how_sure, sources })}"
        />
        <div class="fields">
          ${pick('mode', channelWords.mode, mode, modes)}
          ${pick('when_unknown', channelWords.when_unknown, when_unknown, unknowns)}
          ${field('how_sure', channelWords.how_sure, 'as elsewhere', how_sure ?? '')}
          ${field('sources', channelWords.sources, 'all', (sources ?? []).join(', '))}
        </div>
        <button>Save</button>`,
    )}
  </li>`;

const modes = { all: 'Every question', mention: 'Mentions only' };
const unknowns = { silent: 'Stay silent', say_so: 'Say so', hand_over: 'Call the helpers' };

/** A text that may be left out. */
export const field = (name: string, label: string, placeholder: string, value: string | number = ''): Html =>
  html`<label>${label}<input name="${name}" value="${value}" placeholder="${placeholder}" /></label>`;

const pick = (name: string, label: string, chosen: string, values: Readonly<Record<string, string>>): Html =>
  html`<label
    >${label}<select name="${name}">
      ${Object.entries(values).map(([value, text]) => html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`)}
    </select></label
  >`;

const labels = new Map<unknown, string>([
  ...Object.entries({ ...modes, ...unknowns }),
  [false, 'paused'],
  [null, 'as without a change'],
]);

/** A value as the page's own fields say it. */
function valueWords(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  const isPlain = typeof value === 'string' || typeof value === 'number';
  return labels.get(value) ?? (isPlain ? String(value) : 'added');
}

const changeRow = (
  { path, value, changedBy, changedAt, state, otherwise }: ShownChange,
  forms: Forms,
  userId: string,
): Html => {
  const profile = /^\d+$/u.test(changedBy) ? `https://discord.com/users/${changedBy}` : null;
  return html`<li>
    <p class="subject">${settingWords(path)}</p>
    <p>${shortenedTo(valueWords(value), 300)}</p>
    <p class="meta">
      ${state === 'set_aside' && chip('failed', 'invalid, set aside')}
      <span>by ${changedBy === userId ? 'you' : outLink(profile, 'a moderator')}</span> ${time(changedAt)}
      ${state === 'in_force' && Boolean(otherwise) && html`<span>instead of ${shortenedTo(valueWords(otherwise), 200)}</span>`}
    </p>
    ${state !== 'over' && undo(forms, path, 'Take back', changedAt)}
  </li>`;
};

const modelsView = (tested: Awaited<ReturnType<PageSettings['testModels']>>): PageView => ({
  title: 'Models',
  tab,
  body: html`${htmlTable('Models', ['Setting', 'Model', 'Time', 'Answer'], tested)}
    <p><a class="button" href="${tab}">Back</a></p>`,
});
