import { stem } from '../domain/search/search-terms.ts';
import { turnsText } from './pairs.ts';
import type { QaPair } from '../domain/team/qa-pair.ts';

const stemsOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/u).map(stem));

/** What excludes the other side: a question about the one is not answered by what was said about the other. General English. */
const opposites = `
  add invite join import | remove kick exclude leave export delete
  on enable activate | off disable deactivate
  create make generate | revoke delete destroy
  open start launch run resume | close stop end cancel pause
  install | uninstall
  lock freeze block ban mute archive | unlock unfreeze unblock unban unmute unarchive reopen
  subscribe renew | unsubscribe cancel
  upgrade | downgrade
  update | rollback revert
  buy pay purchase | refund
  deposit | withdraw withdrawal payout
  send | receive
  upload | download
  import | export
  increase raise | decrease lower reduce
  public | private
  show | hide
  connect link | disconnect unlink
  allow permit | forbid deny
  before | after
  with | without
  first | last
  minimum least min | maximum most max
  backup | restore
  encrypt | decrypt
  follow | unfollow
  publish | unpublish
  login signin | logout signout
  internal | external
  old | new
  free | paid
`
  .trim()
  .split('\n')
  .map((line) => line.split('|').map(stemsOf) as [ReadonlySet<string>, ReadonlySet<string>]);

/** Things of one kind, with other names of the same thing: what was said about one is not said about another. */
const kinds = `
  windows mac/macos/osx linux ubuntu android ios/iphone/ipad chromebook
  chrome firefox safari edge
  email/mail phone sms push telegram
  paypal card/creditcard invoice cash crypto/bitcoin
  hourly/hour daily/day weekly/week monthly/month yearly/annual/annually/year
  english german french spanish italian portuguese dutch polish japanese chinese korean vietnamese russian
  slack discord github gitlab jira trello
  postgres/postgresql mysql sqlite mongodb redis
  csv json xml pdf excel yaml
  video image/photo/picture audio
  monday tuesday wednesday thursday friday saturday sunday
  owner admin moderator member guest
  staging production
  mobile desktop web
`
  .trim()
  .split('\n')
  .map((line) =>
    line
      .trim()
      .split(/\s+/u)
      .map((names) => stemsOf(names.replaceAll('/', ' '))),
  );

const tokens = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stem);

const has = (words: ReadonlySet<string>, some: ReadonlySet<string>): boolean =>
  [...some].some((word) => words.has(word));

/** A name in the middle of a sentence, or one with a digit or a capital inside. */
const name = /(?<=[\p{Ll}\d,;]\s)\p{Lu}[\p{L}\d.+-]+|\b\p{Ll}+\p{Lu}\p{L}*/gu;

/**
 * Whether a question asks about something else than a pair, though it has nearly the pair's words: the opposite, another thing of
 * its kind, or another name. Then the pair may be shown; the team has not answered this.
 */
export function asksOtherwise(question: string, pair: QaPair): boolean {
  const asked = new Set(tokens(question));
  const known = new Set(tokens(turnsText(pair, 'User')));
  const whole = new Set([...known, ...tokens(turnsText(pair, 'Team'))]);
  const excludes = (mine: ReadonlySet<string>, theirs: ReadonlySet<string>) =>
    has(asked, mine) && !has(asked, theirs) && has(known, theirs) && !has(known, mine);
  const isOpposite = opposites.some(([one, other]) => excludes(one, other) || excludes(other, one));
  const isAnother = kinds.some((things) => {
    const mine = things.filter((thing) => has(asked, thing));
    return (
      mine.length > 0 && things.some((thing) => has(known, thing)) && !mine.some((thing) => has(whole, thing))
    );
  });
  const lacks = (text: string, words: ReadonlySet<string>) =>
    [...text.matchAll(name)].some(([found]) => tokens(found).some((one) => !words.has(one)));
  const isAnotherName = lacks(question, whole) && lacks(turnsText(pair, 'User'), asked);
  return isOpposite || isAnother || isAnotherName;
}
