import { resolve } from 'node:path';
import {
  sourceAddress,
  type SettingChange,
  type SourceEntry,
} from '../../domain/operations/setting-changes.ts';
import type { Assignment } from './layer.ts';

/**
 * What moderators changed, as settings over the file's. `fileSources` is `kb.sources` in the file: a stored entry replaces the one with
 * the same address or comes after all others, and `false` leaves one out.
 */
export function storedAssignments(
  changes: readonly SettingChange[],
  fileSources: unknown,
): readonly Assignment[] {
  const originOf = ({ changedAt }: SettingChange) => `the page, ${changedAt.slice(0, 10)}`;
  const isSource = ({ path }: SettingChange) => path[0] === 'kb';
  const plain = changes
    .filter((change) => !isSource(change))
    .map((change) => ({ path: change.path, value: change.value, origin: originOf(change) }));
  const stored = changes.filter(isSource);
  const newest = stored.at(-1);
  if (!newest) return plain;
  const addresses = new Set(stored.map(({ path }) => plainAddress(path[2] ?? '')));
  const ofFile = (Array.isArray(fileSources) ? (fileSources as SourceEntry[]) : []).filter(
    (entry) => !addresses.has(plainAddress(sourceAddress(entry), isPath(entry))),
  );
  const added = stored.flatMap(({ value }) => (value === false ? [] : [value]));
  return [...plain, { path: ['kb', 'sources'], value: [...ofFile, ...added], origin: originOf(newest) }];
}

/** Whether an entry names a place in the file system, which may be relative. */
const isPath = ({ folder, openapi }: SourceEntry): boolean =>
  folder !== undefined || (typeof openapi === 'string' && URL.parse(openapi) === null);

/** An address as the configuration has it once it is read. */
const plainAddress = (address: string, isRelative = false): string =>
  isRelative ? resolve(address) : (URL.parse(address)?.href ?? address);
