import type { PageChange } from '../../../domain/ports/handler-records.ts';
import { html } from './html.ts';
import { nothing, time, type PageView } from './layout.ts';

/** What moderators changed on the page, so that everyone who has it sees who did what. */
export const changesView = (changes: readonly PageChange[]): PageView => ({
  title: 'Changes',
  tab: '/page/changes',
  body:
    changes.length === 0
      ? nothing('Nobody has changed anything here yet.')
      : html`<ol class="rows">
          ${changes.map(
            ({ at, userId, action, subject }) =>
              html`<li>
                <p><strong>${action.replaceAll('_', ' ')}</strong> <code>${subject}</code></p>
                <p class="meta">${time(at)} <span>by ${userId}</span></p>
              </li>`,
          )}
        </ol>`,
});
