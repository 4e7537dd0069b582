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
    [...Map.groupBy(versionedOrigins(origins), ({ group }) => group)].map(([group, own]) => {
      const versions = [...new Set(own.map(({ version }) => version ?? ''))].toSorted(newestFirst);
      return [group, versionIn(named ?? [], versions) ?? versions[0]];
    }),
  );
  return (sourceId) => {
    const { group, version } = originDetails(origins, sourceId);
    if (groups !== null && group !== null && !groups.includes(group)) return false;
    return named === null || version === null || chosen.get(group) === version;
  };
}

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
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = (right[at] ?? 0) - (left[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return Number(isEarly(one)) - Number(isEarly(other));
}

const isEarly = (version: string): boolean => /\d[\w.]*-[a-z]/iu.test(version);

const numbersOf = (version: string): readonly number[] =>
  (/\d+(?:\.\d+)*/u.exec(version)?.[0].split('.') ?? []).map(Number);

/** What shows that a number is no version of this product: a measure, a price, a date, a place in a text, a protocol. */
const unit = String.raw`\s*(?:%|€|\$|£|[kmgt]i?b\b|m?s\b|secs?\b|seconds?\b|min(?:ute)?s?\b|hours?\b|days?\b|times\b|x\b|px\b|r?em\b|million|thousand)`;
const otherName = String.raw`(?:tls|ssl|oauth|http|tcp|usb|section|chapter|step|page|figure|rfc|utf)[ /-]?`;

/** A version as people write it: with a dot, a `v` or the word. */
const mention = new RegExp(
  String.raw`(?<!${otherName}|[\w./-])v?\.?(\d+(?:\.(?:\d+|x)){1,2}(?:-[a-z]+(?:\.?\d+)*)?)(?!\.?\d|\w|${unit})|\bv\.? ?(\d+)(?!\w|\.\d)|\b(?:version|release)s?:?\s+(\d+)(?!\w|\.\d)`,
  'giu',
);

/** The version that the first text names of these, newest first: the one that says most of what is mentioned, 1.10 and not 1 for 1.10.2. */
function versionIn(texts: readonly string[], versions: readonly string[]): string | null {
  for (const text of texts) {
    const mentioned = [...text.matchAll(mention)].map(([, dotted, marked, worded]) =>
      partsOf(dotted ?? marked ?? worded ?? ''),
    );
    const saidParts = (version: string): number => {
      const parts = partsOf(version);
      const common = mentioned.map((one) => [parts, one].toSorted((a, b) => a.length - b.length));
      return Math.max(
        0,
        ...common.map(([less = [], more = []]) => (isBeginning(less, more) ? less.length : 0)),
      );
    };
    const isExact = (version: string): boolean =>
      mentioned.some((one) => one.join('.') === partsOf(version).join('.'));
    const [likeliest] = versions.toSorted(
      // Of those that say as much the one that says nothing else: "release 2" is `2`, where there is one beside `2.1`.
      (a, b) => saidParts(b) - saidParts(a) || Number(isExact(b)) - Number(isExact(a)),
    );
    if (likeliest !== undefined && saidParts(likeliest) > 0) return likeliest;
    const named = versions.find((version) => isWord(version) && saysWord(text, version));
    if (named !== undefined) return named;
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

const isBeginning = (parts: readonly string[], of: readonly string[]): boolean =>
  parts.length > 0 && parts.every((part, at) => of[at] === part);

/** Whether two places are about anything in common. A place that is not limited is about everything. */
export const sharesGroup = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  one === null || other === null || one.some((group) => other.includes(group));
