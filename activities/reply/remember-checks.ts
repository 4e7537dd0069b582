import type { Pages } from '../../domain/ports/pages.ts';
import type { ReplyDeps } from '../deps.ts';

/** A dead link may be repaired soon, and a host that did not answer even sooner. */
const brokenMinutes = 60;
const unansweredMinutes = 5;

/** Pages whose citation checks are kept in the records, so that the links of one answer serve the next. */
export const rememberChecks = ({
  pages,
  records,
  now,
  workingHours,
}: Pick<ReplyDeps, 'pages' | 'records' | 'now'> & {
  /** How long the check of a working link is kept. */
  readonly workingHours: number;
}): Pages => ({
  ...pages,
  check: async (request) => {
    const remembered = await records.urlCheck(request.url);
    if (remembered) return remembered;
    const check = await pages.check(request);
    const minutes = check.ok ? workingHours * 60 : check.status === null ? unansweredMinutes : brokenMinutes;
    await records.saveUrlCheck(request.url, check, new Date(now().getTime() + minutes * 60_000));
    return check;
  },
});
