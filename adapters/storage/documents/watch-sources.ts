import { statSync, watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { StorageLog } from '../storage-log.ts';

/** Long enough for an editor's save or a checkout. */
const settleMilliseconds = 1_000;

/** Continuous changes are reported after this time. */
const longestMilliseconds = 10_000;

/** How often missing and replaced folders are looked for. */
const againMilliseconds = 30_000;

/**
 * Tells of changes in folders, at any depth, and in single files, once for many that come together. Hidden entries do not
 * count. A hint only: file systems of other hosts send no events, and the refresh's interval is there for those.
 */
export function watchSources({
  folders,
  files,
  onChange,
  log,
}: {
  readonly folders: readonly string[];
  readonly files: readonly string[];
  readonly onChange: () => void;
  readonly log: StorageLog;
}): { readonly stop: () => void } {
  const watchers = new Map<string, { readonly watcher: FSWatcher; readonly inode: number }>();
  const told = new Set<string>();
  let settling: NodeJS.Timeout | null = null;
  let since: number | null = null;

  const changed = () => {
    since ??= performance.now();
    if (settling) clearTimeout(settling);
    const remainingMilliseconds = longestMilliseconds - (performance.now() - since);
    settling = setTimeout(
      () => {
        [settling, since] = [null, null];
        onChange();
      },
      Math.max(0, Math.min(settleMilliseconds, remainingMilliseconds)),
    );
  };

  const watchOne = (path: string, isFile: boolean) => {
    const folder = isFile ? dirname(path) : path;
    const forget = () => {
      watchers.get(path)?.watcher.close();
      watchers.delete(path);
    };
    const lost = (error: unknown) => {
      forget();
      const { code = 'unknown' } = error as { readonly code?: string };
      if (!told.has(path))
        log.warn({ path, code }, 'sources_not_watched: the interval of the refresh counts');
      told.add(path);
    };
    try {
      // A recursive watcher stays silent about a missing or replaced folder.
      const { ino: inode } = statSync(folder);
      if (watchers.get(path)?.inode === inode) return;
      const isOther = watchers.has(path);
      forget();
      const watcher = watch(folder, { recursive: !isFile }, (_, name) => {
        if (isFile ? name === basename(path) : !isHidden(name)) changed();
      });
      watchers.set(path, { watcher: watcher.on('error', lost), inode });
      if (told.delete(path) || isOther) changed();
    } catch (error) {
      lost(error);
    }
  };

  const watchAll = () => {
    for (const path of folders) watchOne(path, false);
    for (const path of files) watchOne(path, true);
  };
  watchAll();
  const again = setInterval(watchAll, againMilliseconds);
  return {
    stop() {
      clearInterval(again);
      if (settling) clearTimeout(settling);
      for (const { watcher } of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}

const isHidden = (path: string | null): boolean =>
  path?.split(/[/\\]/u).some((part) => part.startsWith('.')) ?? false;
