import { originDetails, type OriginDetails, type SourceOrigins } from './source-origins.ts';

/** Which documents a question is answered from, where the config gives them groups and versions. */
export interface SourceScope {
  /** Only documents of these groups, and those of none. Null: all. */
  readonly groups: readonly string[] | null;
  /** Texts that may name a version, the most important first. */
  readonly named: readonly string[];
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
      return [group, versionIn(named, versions) ?? versions[0]];
    }),
  );
  return (sourceId) => {
    const { group, version } = originDetails(origins, sourceId);
    if (groups !== null && group !== null && !groups.includes(group)) return false;
    return version === null || chosen.get(group) === version;
  };
}

const allOrigins = ({ folders, urls, sites }: SourceOrigins): readonly OriginDetails[] => [
  ...folders,
  ...urls,
  ...sites,
];

const versionedOrigins = (origins: SourceOrigins) =>
  allOrigins(origins).filter(({ version }) => version !== null);

const partsOf = (version: string): readonly string[] => version.toLowerCase().match(/\d+|[a-z]+/gu) ?? [];

/** Names such as `latest` come before numbers; what is no release (`2.0.0-rc.1`) comes behind the release. */
function newestFirst(one: string, other: string): number {
  const [left, right] = [numbersOf(one), numbersOf(other)];
  if (left.length === 0 || right.length === 0) return left.length - right.length;
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = (right[at] ?? 0) - (left[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

const numbersOf = (version: string): readonly number[] =>
  (/\d+(?:\.\d+)*/u.exec(version)?.[0].split('.') ?? []).map(Number);

/** What shows that a number is a measure. */
const unit = String.raw`\s*(?:%|[kmgt]i?b\b|m?s\b|secs?\b|seconds?\b|min(?:ute)?s?\b|hours?\b|days?\b|times\b|px\b|r?em\b)`;

/** A version as people write it: with a dot, a `v` or the word. A measure, an address and a bare number name none. */
const mention = new RegExp(
  String.raw`(?<![\w./-])v?(\d+(?:\.(?:\d+|x)){1,2})(?!\.?\d|\w|${unit})|\bv(\d+)(?!\w|\.\d)|\bversions?\s+(\d+)(?!\w|\.\d)`,
  'giu',
);

/** The version that the first text names of these; null if none does. The longest fit counts: 1.10 is not 1.1. */
function versionIn(texts: readonly string[], versions: readonly string[]): string | null {
  for (const text of texts) {
    const mentioned = [...text.matchAll(mention)].map(([, dotted, marked, worded]) =>
      partsOf(dotted ?? marked ?? worded ?? '').filter((part) => part !== 'x'),
    );
    const fitting = versions
      .filter((version) => {
        const parts = partsOf(version).filter((part) => part !== 'x' && part !== 'v');
        const isName = numbersOf(version).length === 0;
        if (isName)
          return new RegExp(`\\b${version.replaceAll(/\W/gu, String.raw`\$&`)}\\b`, 'iu').test(text);
        return mentioned.some((one) => isBeginning(one, parts) || isBeginning(parts, one));
      })
      .toSorted((a, b) => b.length - a.length);
    if (fitting[0] !== undefined) return fitting[0];
  }
  return null;
}

const isBeginning = (parts: readonly string[], of: readonly string[]): boolean =>
  parts.length > 0 && parts.every((part, at) => of[at] === part);
