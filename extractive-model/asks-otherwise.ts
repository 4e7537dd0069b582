import { stem } from '../domain/search/search-terms.ts';
import { askedText, turnsText, type KnownPair } from './pairs.ts';
import { bagOf, share, weigh, type Bag } from './text/matching.ts';
import { wordsOf } from './text/words.ts';

const stemsOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/u).map(stem));

/** Opposites in general English: a question about one side is not answered by a statement about the other. */
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
  get read fetch | set write
  encode | decode
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

/** Things of one kind, with a slash between names of the same thing: a statement about one is not about another. */
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
  (text.toLowerCase().match(/[\p{L}\p{N}]+(?:\+\+|#)?/gu) ?? []).map(stem);

const has = (words: ReadonlySet<string>, some: ReadonlySet<string>): boolean =>
  [...some].some((word) => words.has(word));

/** A name in the middle of a sentence, or one with a digit or a capital inside. */
const name = /(?<=[\p{Ll}\d,;]\s)\p{Lu}[\p{L}\d.+-]+|\b\p{Ll}+\p{Lu}\p{L}*/gu;

/** What a question asks for. Two questions with the same words may ask for a reason and for a way. */
const aims: readonly RegExp[] = [
  /\bdifferences? between\b|\bdiffer\b/iu,
  /\bwhy\b|\bhow come\b/iu,
  /\bwhat(?:['’]s| is| are| does)\b(?!.*\bway\b)|\bhow (?:big|large|long|much|many|often)\b/iu,
  /\bhow\b|\b(?:can|could|may|should|where|possible|is there|are there|do i)\b/iu,
];

function hasOtherAim(question: string, asked: string): boolean {
  const [mine, theirs] = [question, asked].map((text) => aims.findIndex((aim) => aim.test(text)));
  return mine !== -1 && theirs !== -1 && mine !== theirs;
}

const directions: ReadonlySet<string> = stemsOf('to from into onto than before after over');

/** The nearest content words on both sides of each word of direction. */
function turns(text: string): readonly (readonly string[])[] {
  const all = tokens(text);
  const telling = (some: readonly string[]) => wordsOf(some.join(' ')).map(({ whole }) => whole);
  return all.flatMap((word, at) => {
    if (!directions.has(word)) return [];
    const [before, after] = [telling(all.slice(0, at)).at(-1), telling(all.slice(at + 1))[0]];
    return before && after && before !== after ? [[before, word, after]] : [];
  });
}

/** Whether one says "A to B" and the other "B to A". */
const turnsRound = (question: string, asked: string): boolean => {
  const known = new Set(turns(asked).map((parts) => parts.toReversed().join(' ')));
  return turns(question).some((parts) => known.has(parts.join(' ')));
};

/** The share of the shorter question, grammar included, that both must have in the same order to be the same sentence. */
const sameSentence = 0.5;
const longestCompared = 60;

interface Compared {
  readonly text: string;
  /** The other side's texts: a word that none of them contains is another thing. */
  readonly bags: readonly Bag[];
}

/** A rephrased question changes the sentence. The same sentence with another thing in one position asks about that thing. */
function swapsOneThing(question: Compared, asked: Compared): boolean {
  const one = tokens(question.text).slice(0, longestCompared);
  const other = tokens(asked.text).slice(0, longestCompared);
  const { common, places } = alignment(one, other);
  if (common < sameSentence * Math.min(one.length, other.length)) return false;
  const isNew = (words: readonly string[], { bags }: Compared) =>
    weigh(wordsOf(words.join(' ')), null).some((term) => bags.every((bag) => share(term, bag) === 0));
  return places.some(([mine, theirs]) => isNew(mine, question) && isNew(theirs, asked));
}

/** The length of the longest common subsequence of words, and what each has between those words. */
function alignment(one: readonly string[], other: readonly string[]) {
  const longest = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  const rest = (i: number, j: number): number => longest[i]?.[j] ?? 0;
  for (let i = one.length - 1; i >= 0; i -= 1) {
    const row = longest[i] as Uint16Array;
    for (let j = other.length - 1; j >= 0; j -= 1)
      row[j] = one[i] === other[j] ? rest(i + 1, j + 1) + 1 : Math.max(rest(i + 1, j), rest(i, j + 1));
  }
  const places: [string[], string[]][] = [[[], []]];
  let [i, j] = [0, 0];
  while (i < one.length || j < other.length) {
    const place = places.at(-1) as [string[], string[]];
    const isCommon = i < one.length && j < other.length && one[i] === other[j];
    if (isCommon) [i, j] = [i + 1, j + 1];
    else if (j >= other.length || (i < one.length && rest(i + 1, j) >= rest(i, j + 1)))
      place[0].push(one[i++] as string);
    else place[1].push(other[j++] as string);
    if (isCommon && place[0].length + place[1].length > 0) places.push([[], []]);
  }
  return { common: rest(0, 0), places };
}

/**
 * Whether a question asks something else than a pair, although it has nearly the same words: the opposite, another thing of the
 * same kind or in the same position, the reverse, another name, or a reason instead of a way.
 */
export function asksOtherwise(question: string, { pair, bag, askedBag }: KnownPair): boolean {
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
  if (isOpposite || isAnother || isAnotherName) return true;
  const other = askedText(pair);
  if (hasOtherAim(question, other) || turnsRound(question, other)) return true;
  return swapsOneThing({ text: question, bags: [askedBag, bag] }, { text: other, bags: [bagOf(question)] });
}
