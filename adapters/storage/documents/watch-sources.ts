import { statSync, watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { StorageLog } from '../storage-log.ts';

/** Long enough for an editor's save or a checkout. */
const settleMilliseconds = 1_000;

/**
 * Tells of changes in folders, at any depth, and in single files, once for those of a second. Hidden entries do not
 * count. A hint only: for what sends no events (file systems of other hosts, folders that come or are replaced later), the refresh's
 * interval is there.
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
  let settling: NodeJS.Timeout | null = null;

  const changed = () => {
    settling ??= setTimeout(() => {
      settling = null;
      onChange();
    }, settleMilliseconds);
  };

  const watchOne = (path: string, isFile: boolean): FSWatcher | null => {
    const lost = ({ code = 'unknown' }: { readonly code?: string }) =>
      log.warn({ path, code }, 'sources_not_watched: the interval of the refresh counts');
    try {
      // A recursive watcher stays silent about a missing folder.
      statSync(path);
      const watcher = watch(isFile ? dirname(path) : path, { recursive: !isFile }, (_, name) => {
        if (isFile ? name === basename(path) : !isHidden(name)) changed();
      });
      return watcher.on('error', lost);
    } catch (error) {
      lost(error as NodeJS.ErrnoException);
      return null;
    }
  };

  const watchers = [
    ...folders.map((path) => watchOne(path, false)),
    ...files.map((path) => watchOne(path, true)),
  ];
  return {
    stop() {
      if (settling) clearTimeout(settling);
      for (const watcher of watchers) watcher?.close();
    },
  };
}

const isHidden = (path: string | null): boolean =>
  path?.split(/[/\\]/u).some((part) => part.startsWith('.')) ?? false;
