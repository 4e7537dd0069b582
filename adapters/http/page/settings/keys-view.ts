import { z } from 'zod';
import type { PublishableKey } from '../../../../domain/intake/publishable-keys.ts';
import { countOf } from '../../../../domain/values/text.ts';
import { html, type Html } from '../html.ts';
import { done, doneView, nothing, type Forms, type PageView } from '../layout.ts';
import { field } from './settings-view.ts';
import { questionId, wordList, type PageViews, type Routes } from '../routes.ts';

const tab = '/page/settings';
const path = '/page/keys';

/** The keys of web pages that ask: lists, makes and revokes them. */
export function addKeys({ records, makeKey }: PageViews, { get, post }: Routes): void {
  get('/keys', async (_, { forms }) => keysView(await records.publishableKeys(), forms));
  post('/keys', async ({ body }) => {
    const made = await makeKey(wantedKey.parse(body));
    if (typeof made === 'string') return doneView({ text: made }, tab, path);
    const sentence = `The key is ${made.key}. docs/widget.md says how a page uses it.`;
    return doneView(done(sentence), tab, path);
  });
  post('/keys/:id/revoke', async ({ params }) => {
    const isRevoked = await records.revokePublishableKey(questionId.parse(params).id);
    return doneView(isRevoked ? done('It works no more.') : { text: 'There is no such key.' }, tab, path);
  });
}

const wantedKey = z
  .object({
    name: z.string().trim().max(100),
    addresses: wordList,
    groups: wordList,
    questions: z.union([z.literal(''), z.coerce.number().int().min(1).max(1_000_000)]),
  })
  .transform(({ questions, ...wanted }) => ({
    ...wanted,
    questionsPerDay: questions === '' ? null : questions,
  }));

const keysView = (keys: readonly PublishableKey[], forms: Forms): PageView => ({
  title: 'Keys of web pages',
  tab,
  body: html`<p>
      With a key, pages of your documentation ask Steward. Everyone can read it, so it works only from its own
      pages.
    </p>
    ${keys.length === 0 && nothing('There is no key yet.')}
    <ol class="rows">
      ${keys.map((key) => row(key, forms))}
    </ol>
    <h2>Make a key</h2>
    ${forms.form(
      path,
      html`${field('name', 'Name', 'Documentation')}
        <label
          >Addresses of the pages<input name="addresses" required placeholder="https://docs.example.com" />
        </label>
        ${field('groups', 'Groups of sources', 'all')} ${field('questions', 'Questions a day', 'no limit')}
        <button>Make</button>`,
    )}`,
});

const row = ({ key, name, origins, sources, questionsPerDay }: PublishableKey, { button }: Forms): Html =>
  html`<li>
    <p class="subject">${name || origins[0]}</p>
    <p><code>${key}</code></p>
    <p class="meta">
      <span>${origins.join(', ')}</span>
      ${sources !== null && html`<span>answers from ${sources.join(', ')}</span>`}
      ${questionsPerDay !== null && html`<span>${countOf(questionsPerDay, 'question')} a day</span>`}
    </p>
    ${button(`${path}/${encodeURIComponent(key)}/revoke`, 'Revoke', 'quiet')}
  </li>`;
