import type { Pages, UrlCheck } from '../../domain/ports/pages.ts';
import { setBounded } from '../../domain/values/bounded.ts';
import type { ReplyDeps } from '../deps.ts';

/** A dead link may be repaired soon, and a host that did not answer even sooner. */
const answeredMinutes = 60;
const unansweredMinutes = 5;

const mostRemembered = 10_000;

/** Pages whose citation checks this process remembers, so that the links of one answer serve the next. */
export function rememberChecks({ pages, now }: Pick<ReplyDeps, 'pages' | 'now'>): Pages {
  const checks = new Map<string, { readonly check: UrlCheck; readonly until: number }>();
  return {
    ...pages,
    check: async (request) => {
      const remembered = checks.get(request.url);
      if (remembered && remembered.until > now().getTime()) return remembered.check;
      const check = await pages.check(request);
      const minutes = check.status === null ? unansweredMinutes : answeredMinutes;
      const value = { check, until: now().getTime() + minutes * 60_000 };
      setBounded(checks, { key: request.url, value, max: mostRemembered });
      return check;
    },
  };
}
