import type { DatabaseSync } from 'node:sqlite';
import { setBounded } from '../../../domain/values/bounded.ts';
import { marks, type Mark } from './search-tables.ts';
import type { SearchView } from './search-view.ts';

/** The numbers of the sections that contain a term, ascending. */
export type PostingList = Readonly<Uint32Array>;

export type PostingLists = (term: string, mark: Mark, view: SearchView) => PostingList;

/** Enough for the words of a few hundred questions. */
const maxLists = 4_000;

/**
 * The lists that FTS5 has for a term and a way of holding it. A common word's list takes a millisecond or more to read and
 * comes in every other question, so lists are remembered until the tables change: then the view is another object.
 */
export function createPostingLists(db: DatabaseSync): PostingLists {
  const holding = db.prepare('SELECT json_group_array(rowid) AS ids FROM terms WHERE terms MATCH ?');
  const lists = new Map<string, PostingList>();
  let of: SearchView | null = null;
  return (term, mark, view) => {
    if (of !== view) lists.clear();
    of = view;
    const key = marks[mark] + term;
    const list =
      lists.get(key) ??
      Uint32Array.from(JSON.parse(String(holding.get(`"${key}"`)?.['ids'] ?? '[]')) as readonly number[]);
    setBounded(lists, { key, value: list, max: maxLists });
    return list;
  };
}

/** The first sections that are in every list. */
export function inAll(lists: readonly PostingList[], limit: number): PostingList {
  const [shortest = new Uint32Array(), ...others] = lists.toSorted((a, b) => a.length - b.length);
  const common = others.reduce((members, list) => {
    const isMember = new Set(members);
    return members.length === 0 ? members : list.filter((id) => isMember.has(id));
  }, shortest);
  return common.slice(0, limit);
}
