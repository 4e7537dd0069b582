import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { qaIdFromTimestamp } from '../../domain/values/qa-id.ts';
import type { QaPair, RawEntry } from '../../domain/team/qa-pair.ts';
import { openSqlite, type SqliteDatabase } from './database/sqlite.ts';
import { openStorage, type Storage, type StorageOptions } from './open-storage.ts';
import type { StorageLog } from './storage-log.ts';
import { storagePaths, type StoragePaths } from './storage-paths.ts';

/** For tests: a folder of their own that goes when the test ends. */
export function testFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'steward-storage-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface TestLog extends StorageLog {
  readonly warnings: string[];
}

export function testLog(): TestLog {
  const warnings: string[] = [];
  return { warnings, info: () => undefined, warn: (_, message) => void warnings.push(message) };
}

export const testPaths = (folder: string): StoragePaths =>
  storagePaths({ dataDir: join(folder, 'data'), sourcesDir: join(folder, 'docs') });

/** An empty store without files beside it. */
export function testDatabase(): SqliteDatabase {
  const database = openSqlite(join(testFolder(), 'steward.sqlite'));
  onTestFinished(() => database.close());
  return database;
}

/** Opens the store in a folder, and closes it when the test ends, unless the test has. */
export function openIn(folder: string, options: Partial<StorageOptions> = {}): Storage {
  const storage = openStorage({ paths: testPaths(folder), log: testLog(), ...options });
  let isOpen = true;
  const close = () => {
    if (isOpen) storage.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...storage, close };
}

/** A file with the folders above it. */
export function writeText(path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The week that the tests append in. */
export const testNow = new Date('2026-02-04T12:00:00Z');
export const testWeek = '2026-W06.txt';

/** Pair 7 was written seven seconds after pair 0. */
export function pair(second: number, over: Partial<QaPair> = {}): QaPair {
  const time = new Date(Date.UTC(2026, 1, 1) + second * 1000).toISOString();
  const timestamp = time.replace('.000Z', 'Z');
  return {
    qaId: qaIdFromTimestamp(timestamp),
    timestamp,
    turns: [
      { label: 'User', text: `Question ${second}` },
      { label: 'Team', text: `Answer ${second}` },
    ],
    ...over,
  };
}

/** Each in a conversation of its own. */
export const entry = (second: number, over: Partial<RawEntry> = {}): RawEntry => ({
  ...pair(second),
  conversationId: `thread_${second}`,
  messageIds: [`${second}1`, `${second}2`],
  ...over,
});
