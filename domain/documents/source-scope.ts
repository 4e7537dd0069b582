import names from '../language/words/software-names.json' with { type: 'json' };
import { wordsIn } from '../values/text.ts';
import { originDetails, type OriginDetails, type SourceOrigins } from './source-origins.ts';

/** Which documents a question is answered from, where the config gives them groups and versions. */
export interface SourceScope {
  /** Only documents of these groups, and those of none. Null: all. */
  readonly groups: readonly string[] | null;
  /** Texts that may name a version, the most important first. Null: every version may answer. */
  readonly named: readonly string[] | null;
}

/**
 * Whether a document may answer. Of several versions of a group only one may: the one that the question names, else the newest.
 * Documents without a version always may.
 */
export function isInScope(
  origins: SourceOrigins,
  { groups, named }: SourceScope,
): (sourceId: string) => boolean {
  const chosen = new Map(
    [...Map.groupBy(versionedOrigins(origins), ({ group }) => group)].map(([group, ofGroup]) => {
      const versions = [...new Set(ofGroup.map(({ version }) => version ?? ''))].toSorted(newestFirst);
      return [group, versionIn(named ?? [], versions, namesOf(group, ofGroup)) ?? versions[0]];
    }),
  );
  return (sourceId) => {
    const { group, version } = originDetails(origins, sourceId);
    if (groups !== null && group !== null && !groups.includes(group)) return false;
    return named === null || version === null || chosen.get(group) === version;
  };
}

/** What people may call the product of a group: by the words of its name and of its documents' titles. */
const namesOf = (group: string | null, versions: readonly OriginDetails[]): ReadonlySet<string> =>
  new Set(wordsIn([group ?? '', ...versions.map(({ title }) => title ?? '')].join(' ')));

/** Whether anything is out of any question's scope. */
export const hasScopes = (origins: SourceOrigins): boolean =>
  allOrigins(origins).some(({ group, version }) => group !== null || version !== null);

const allOrigins = ({ folders, urls, sites }: SourceOrigins): readonly OriginDetails[] => [
  ...folders,
  ...urls,
  ...sites,
];

const versionedOrigins = (origins: SourceOrigins) =>
  allOrigins(origins).filter(({ version }) => version !== null);

/** Its numbers and words; the x of 1.x and the v of v1 say nothing. */
const partsOf = (version: string): readonly string[] =>
  (version.toLowerCase().match(/\d+|[a-z]+/gu) ?? []).filter((part) => part !== 'x' && part !== 'v');

/** Names of what is newest come before numbers, and other names behind them. */
const newestNames: ReadonlySet<string> = new Set(['latest', 'current', 'stable', 'main', 'master', 'head']);

/** What is no release yet (`2.0.0-rc.1`) comes behind its release. */
function newestFirst(one: string, other: string): number {
  const rankOf = (version: string): number =>
    newestNames.has(version.toLowerCase()) ? 0 : numbersOf(version).length > 0 ? 1 : 2;
  const byKind = rankOf(one) - rankOf(other);
  if (byKind !== 0) return byKind;
  const [left, right] = [numbersOf(one), numbersOf(other)];
  const at = [...left, ...right].findIndex((_, place) => (left[place] ?? 0) !== (right[place] ?? 0));
  if (at >= 0) return (right[at] ?? 0) - (left[at] ?? 0);
  return Number(isEarly(one)) - Number(isEarly(other));
}

const isEarly = (version: string): boolean => /\d[\w.]*-[a-z]/iu.test(version);

const numbersOf = (version: string): readonly number[] =>
  (/\d+(?:\.\d+)*/u.exec(version)?.[0].split('.') ?? []).map(Number);

/** What shows that a number is no version: a measure, a price, a date, a place in a text. */
const unit = String.raw`\s*(?:%|€|\$|£|[kmgt]i?b\b|[kmgt]?hz\b|m?s\b|secs?\b|seconds?\b|min(?:ute)?s?\b|hours?\b|days?\b|times\b|x\b|px\b|r?em\b|[ap]\.?m\b|a\b|million|thousand|usd\b|euros?\b|eur\b|dollars?\b|users?\b|people\b)`;
/** Behind these a number counts or measures something, names a place in a text, or is the version of a licence or a standard. */
const otherNames: ReadonlySet<string> = new Set(
  wordsIn(
    'section chapter step page figure table question code port at costs average factor ratio rfc utf license licence gpl lgpl agpl apache mpl wcag cgroup cgroups manifest signature framework',
  ),
);
/** The word "version" in the languages of the texts. */
const versionWords: ReadonlySet<string> = new Set(
  wordsIn(
    'version versions ver release releases tag tags versión versione versie versão versao wersja wersji versi phiên',
  ),
);
/** "Not 1.4", "no longer on v1": what a question is not about. */
const negated =
  /\b(?:not|isn't|aren't|never|no longer)\s+(?:(?:on|in|at|using|with|for|about)\s+)?v?\d[\w.-]*/giu;
const newestAsked = /\b(?:latest|newest|current|most recent)\s+(?:stable\s+)?(?:version|release)\b/iu;

const release = String.raw`\d+(?:\.(?:\d+|x)){0,3}(?:-[a-z]+(?:\.?\d+)*)?`;
const releaseEnd = String.raw`(?!\.?\d|\w|${unit})`;

/** A number as people write versions, with the two words before it. */
const numbered = new RegExp(
  String.raw`(?:(?:(?<owner>\p{L}[\p{L}\p{N}+#.-]{0,40})[ \t]{1,2})?(?<before>[\p{L}\p{N}][\p{L}\p{N}+#.]{0,40}?)(?<between>["'\x60]?[ \t]{0,2}[@=:_/ -][ \t]{0,2}["'\x60]?)|(?<![\w./"'\x60<-]|[$€£]\s?))` +
    String.raw`(?<mark>v\.? ?|バージョン ?|版本 ?)?(?<version>${release})${releaseEnd}`,
  'giu',
);

/** "Moved from 3 to 4", "von 3.1 auf 4.0", "rolled back to 3", "now on 4": the version of today. */
const movedTo = [
  String.raw`\b(?:upgrad|updat|migrat|downgrad|mov|switch|bump|went|roll)\w{0,5}\b(?:[^.?!\n]|\.(?=\w)){0,40}?\bto `,
  String.raw`(?:\b(?:from|von|de|desde|depuis|da|van)\b|从)[^.?!\n]{0,20}?\d+\.(?:\d+|x)[\w.]*\s*(?:(?:straight |directly |direkt )?(?:to|auf|nach|a|à|para|naar)(?: la)?\s|升级到了?|到|→|->)\s*`,
  String.raw`\bnow (?:on|at|with) `,
].map(
  (words) =>
    new RegExp(
      String.raw`${words}(?:(?<name>\p{L}[\w.-]{1,20})[ @])?v?\.?(?<version>${release})${releaseEnd}`,
      'giu',
    ),
);

/** A release in the address of a documentation. */
const inAddress =
  /https?:\/\/(?<site>\S{1,100}?)\/(?:v(?=\d)|(?=\d+\.))(?<version>\d+(?:\.(?:\d+|x)){0,2})\//giu;

/** A whole release in marks of code, as people paste it. */
const inCode = /`v?(?<version>\d+\.\d+\.\d+(?:-[a-z]+(?:\.?\d+)*)?)`/giu;

/** What looks like a version: an address of a network, a date. */
const isNoVersion = (version: string): boolean =>
  /^(?:(?:\d+|x)(?:\.(?:\d+|x)){3}|\d\d?\.\d\d?\.(?:19|20)\d\d)$/u.test(version);

/** Well-known software, formats and devices, in lower case: a version behind such a name is theirs. */
const softwareNames: ReadonlySet<string> = new Set(names.join(' ').split(' '));

/**
 * The versions of this product that a text mentions, by their parts. What stands behind the word "version" or a name of this product
 * counts before other numbers, which need a dot or a `v`. A number behind the name of other software is that one's.
 */
function mentionsIn(whole: string, ownNames: ReadonlySet<string>): readonly (readonly string[])[] {
  const text = whole.replaceAll(negated, '');
  const isNoOther = (name = '') => ownNames.has(name.toLowerCase()) || !softwareNames.has(name.toLowerCase());
  const moves = movedTo
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .filter(({ groups }) => isNoOther(groups?.['name']));
  const move = moves.find(([words]) => /^(?:roll|downgrad)/iu.test(words)) ?? moves.at(-1);
  if (move) return [partsOf(move.groups?.['version'] ?? '')];
  const linked = [...text.matchAll(inAddress)].filter(({ groups }) =>
    wordsIn(groups?.['site'] ?? '').some((word) => ownNames.has(word)),
  );
  const [named, likely] = [linked.map(({ groups }) => groups?.['version'] ?? ''), [] as string[]];
  for (const { groups } of text.matchAll(inCode)) likely.push(groups?.['version'] ?? '');
  for (const { groups = {} } of text.matchAll(numbered)) {
    const { owner = '', before = '', between = '', mark, version = '' } = groups;
    const name = before.toLowerCase();
    const isVersion = versionWords.has(name) && !softwareNames.has(owner.toLowerCase());
    if (ownNames.has(name) || isVersion) named.push(version);
    // "timeout: 1.5", "ratio=1.2": a value. "React Router v1": another name of two words.
    const isValue = /[:=][ \t]*$/u.test(between) && !/\.\d+\./u.test(version);
    const isOther =
      isValue ||
      softwareNames.has(name) ||
      (softwareNames.has(owner.toLowerCase()) && /^\p{Lu}/u.test(before)) ||
      otherNames.has(name) ||
      between.includes('/');
    if (!isOther && (mark !== undefined || (version.includes('.') && !isNoVersion(version))))
      likely.push(version);
  }
  return (named.length > 0 ? named : likely).map(partsOf);
}

/** The version that the first text names of these, newest first: the one that says most of what is mentioned, 1.10 and not 1 for 1.10.2. */
function versionIn(
  texts: readonly string[],
  versions: readonly string[],
  ownNames: ReadonlySet<string>,
): string | null {
  for (const text of texts) {
    const mentioned = mentionsIn(text, ownNames);
    const saidParts = (version: string): number =>
      Math.max(0, ...mentioned.map((one) => commonParts(partsOf(version), one)));
    const isExact = (version: string): boolean =>
      mentioned.some((one) => one.join('.') === partsOf(version).join('.'));
    const [likeliest] = versions.toSorted(
      // Of those that say as much the one that says nothing else: "release 2" is `2`, where there is one beside `2.1`.
      (a, b) => saidParts(b) - saidParts(a) || Number(isExact(b)) - Number(isExact(a)),
    );
    if (likeliest !== undefined && saidParts(likeliest) > 0) return likeliest;
    const named = versions.find((version) => isWord(version) && saysWord(text, version));
    if (named !== undefined) return named;
    if (newestAsked.test(text)) return versions[0] ?? null;
  }
  return null;
}

const isWord = (version: string): boolean => numbersOf(version).length === 0;

/** A word is an everyday one, too: it names a version in a tag, or beside such a word. */
const saysWord = (text: string, version: string): boolean => {
  const word = version.replaceAll(/[^\w]/gu, String.raw`[^\w]`);
  return new RegExp(
    String.raw`\[tags:[^\]]{0,300}\b${word}\b|\b(?:versions?|releases?|branch|tag|docs?|documentation)\s+(?:of\s+)?${word}\b|\b${word}\s+(?:versions?|releases?|branch|docs?|documentation)\b`,
    'iu',
  ).test(text);
};

/** How many parts two versions have in common from the start: 5.22.1 is 5.28 rather than 6. */
function commonParts(one: readonly string[], other: readonly string[]): number {
  const different = one.findIndex((part, at) => part !== other[at]);
  return different < 0 ? one.length : different;
}

/** Whether two places are about anything in common. A place that is not limited is about everything. */
export const sharesGroup = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  one === null || other === null || one.some((group) => other.includes(group));
