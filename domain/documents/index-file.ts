import { compareCodePoints, lettersIn } from '../values/text.ts';

export interface IndexEntry {
  /** `kb:<relative path>`, `kb:<url>` or `team:<slug>.txt`. */
  readonly sourceId: string;
  /** May have several lines, none of them blank. */
  readonly description: string;
}

const identifier = /^(?:kb|team):\S/;
const lineBreak = /\r\n|\r|\n/;

/** Whether an id can stand on a line of its own and be read back: no control characters, line breaks or outer spaces. */
export const isIndexableId = (id: string): boolean =>
  identifier.test(id) && id === id.trim() && !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(id);

/**
 * An index file's text: files before URLs, each group by id in code-point order, separated by blank lines. Drops blank
 * lines in descriptions. Throws a RangeError for an id that is not indexable.
 */
export function formatIndex(entries: readonly IndexEntry[]): string {
  return entries
    .toSorted((a, b) => group(a) - group(b) || compareCodePoints(a.sourceId, b.sourceId))
    .map(({ sourceId, description }) => {
      if (!isIndexableId(sourceId)) throw new RangeError('A source id with line breaks cannot be indexed.');
      return [sourceId, ...filledLines(description)].map((line) => `${line}\n`).join('');
    })
    .join('\n');
}

/** Entries in the order of the file. A paragraph that does not begin with an identifier continues the description before it. */
export function parseIndex(text: string): readonly IndexEntry[] {
  const entries: { sourceId: string; description: string[] }[] = [];
  let afterBlank = true;
  for (const line of text.replace(/^\u{FEFF}/u, '').split(lineBreak)) {
    const isBlank = line.trim() === '';
    if (afterBlank && identifier.test(line)) entries.push({ sourceId: line.trim(), description: [] });
    else if (!isBlank) entries.at(-1)?.description.push(line);
    afterBlank = isBlank;
  }
  return entries.map(({ sourceId, description }) => ({ sourceId, description: description.join('\n') }));
}

export const idsInIndex = (text: string): ReadonlySet<string> =>
  new Set(parseIndex(text).map(({ sourceId }) => sourceId));

/**
 * The known id that a model meant, even if it put quotes or brackets around it, left the prefix out, added the description, or
 * wrote other separators. Null if there is none, or if two could be meant.
 */
export function meantId<Id extends string>(text: string, knownIds: Iterable<Id>): Id | null {
  const ids = [...knownIds];
  const [line = ''] = text.trim().split(lineBreak);
  const bare = line.replaceAll(/^[\s`"'<[(]{1,9}|[\s`"'>\])]{1,9}$/gu, '');
  const exact = ids.find((id) => id === text) ?? ids.find((id) => id === bare);
  if (exact !== undefined) return exact;
  const wanted = lettersOf(bare);
  const alike = ids.filter(
    (id) => wanted !== '' && [id, id.replace(/^(?:kb|team):/u, '')].some((one) => lettersOf(one) === wanted),
  );
  return alike.length === 1 ? (alike[0] ?? null) : null;
}

/** The letters and digits of an id. Models encode addresses, and change capitals, slashes and blanks. */
function lettersOf(id: string): string {
  let decoded = id;
  try {
    decoded = decodeURIComponent(id);
  } catch {
    // The percent sign encodes nothing.
  }
  return lettersIn(decoded.normalize('NFKC'));
}

/** The documents' index and the team's, separated by a blank line. Either may be empty. */
export const combineIndexes = (documents: string, team: string): string =>
  [documents, team]
    .map((index) => index.trim())
    .filter((index) => index !== '')
    .map((index) => `${index}\n`)
    .join('\n');

const group = ({ sourceId }: IndexEntry): number => (/^kb:https?:\/\//i.test(sourceId) ? 1 : 0);

const filledLines = (description: string): readonly string[] =>
  description
    .split(lineBreak)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
