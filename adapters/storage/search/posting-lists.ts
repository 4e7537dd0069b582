import type { DatabaseSync } from 'node:sqlite';
import { marks, type Mark } from './search-tables.ts';
import type { SearchView } from './search-view.ts';

/** The numbers of the sections that contain a term, ascending. */
export type PostingList = Readonly<Uint32Array>;

export type PostingLists = (term: string, mark: Mark, view: SearchView) => PostingList;

/** Counted in numbers of four bytes; enough for a few thousand terms in 40,000 sections. */
const fewestKept = 4_000_000;
const keptPerSection = 40;
/** The fixed cost of a list. */
const overhead = 32;

/**
 * The lists that FTS5 has for a term and a way of holding it. A common word's list takes a millisecond or more to read, and
 * comes in every other question, so lists are kept until the tables change: then the view is another object.
 */
export function createPostingLists(db: DatabaseSync): PostingLists {
  const holding = db.prepare('SELECT group_concat(rowid) AS ids FROM terms WHERE terms MATCH ?');
  const kept = new Map<string, PostingList>();
  let size = 0;
  let of: SearchView | null = null;

  const read = (key: string): PostingList => {
    const ids = holding.get(`"${key}"`)?.['ids'];
    return typeof ids === 'string' ? numbersIn(ids) : new Uint32Array();
  };

  /** Drops those that were not wanted for the longest time. */
  const shrinkTo = (most: number) => {
    // A map steps over what was deleted at its beginning, so it is only walked when there is something to drop.
    if (size <= most) return;
    for (const [key, list] of kept) {
      kept.delete(key);
      size -= list.length + overhead;
      if (size <= most) return;
    }
  };

  return (term, mark, view) => {
    if (of !== view) shrinkTo(0);
    of = view;
    const key = marks[mark] + term;
    const before = kept.get(key);
    const list = before ?? read(key);
    kept.delete(key);
    kept.set(key, list);
    if (!before) size += list.length + overhead;
    shrinkTo(Math.max(fewestKept, keptPerSection * view.sections));
    return list;
  };
}

/** The first sections that are in every list. Takes no further list when no section is left. */
export function inAll(lists: Iterable<PostingList>, limit: number): PostingList {
  let left: PostingList | null = null;
  for (const list of lists) {
    left = left ? left.filter((id) => holds(list, id)) : list;
    if (left.length === 0) break;
  }
  return (left ?? new Uint32Array()).slice(0, limit);
}

export const holds = (list: PostingList, id: number): boolean => list[placeIn(list, id)] === id;

/** The index of the first number that is not below `id`. */
export function placeIn(list: PostingList, id: number): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((list[middle] ?? 0) < id) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** `1,22,333` as numbers: several times as fast as splitting, on lists with thousands of them. */
function numbersIn(list: string): PostingList {
  // A number and its comma have at least two characters.
  const found = new Uint32Array((list.length + 1) >>> 1);
  let count = 0;
  let number = 0;
  for (let at = 0; at < list.length; at += 1) {
    const code = list.charCodeAt(at);
    if (code === comma) {
      found[count] = number;
      count += 1;
      number = 0;
    } else number = number * 10 + code - zero;
  }
  found[count] = number;
  return found.slice(0, count + 1);
}

const comma = 44;
const zero = 48;
