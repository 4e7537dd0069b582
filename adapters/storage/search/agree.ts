import { setImmediate } from 'node:timers/promises';
import type { Searchable } from './searchable.ts';
import type { SearchTables } from './search-tables.ts';

export interface Changes {
  readonly changed: readonly Searchable[];
  readonly gone: readonly string[];
}

/** What keeps the tables from holding exactly these sources. */
export function changesTo(tables: SearchTables, wanted: readonly Searchable[]): Changes {
  const held = tables.versions();
  const ids = new Set(wanted.map(({ sourceId }) => sourceId));
  return {
    changed: wanted.filter(({ sourceId, version }) => held.get(sourceId) !== version),
    gone: [...held.keys()].filter((sourceId) => !ids.has(sourceId)),
  };
}

export const isNothing = ({ changed, gone }: Changes): boolean => changed.length === 0 && gone.length === 0;

/** Inside a transaction. Lets other work of the process come in between, source by source. */
export async function apply(tables: SearchTables, { changed, gone }: Changes): Promise<void> {
  for (const sourceId of gone) tables.remove(sourceId);
  for (const source of changed) {
    tables.replace(source.sourceId, source.version, await source.read());
    await setImmediate();
  }
}
