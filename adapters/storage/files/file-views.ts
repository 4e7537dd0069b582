import { closeSync, fstatSync, openSync, readFileSync, statSync, type BigIntStats } from 'node:fs';
import { ignoreMissing } from './ignore-missing.ts';

export interface FileText {
  readonly path: string;
  readonly text: string;
  readonly sizeBytes: number;
  readonly mtimeNs: bigint;
}

/** What files hold, parsed once and kept while file number, size and time stay what they were. */
export interface FileViews<View> {
  /** Null when there is no such file. */
  read(path: string): View | null;
  /** Whether `read` would answer without opening the file. */
  isFresh(path: string): boolean;
  /** After a write by the holder of the lock: `view` is what the file holds now. */
  renew(path: string, view: View): void;
  forget(path: string): void;
}

export function createFileViews<View>(parse: (file: FileText) => View): FileViews<View> {
  const views = new Map<string, { readonly stamp: string; readonly view: View }>();

  const stampNow = (path: string): string | null => {
    const stats = ignoreMissing(() => statSync(path, { bigint: true }), null);
    return stats && stampOf(stats);
  };

  return {
    read(path) {
      const known = views.get(path);
      const stamp = stampNow(path);
      if (known && known.stamp === stamp) return known.view;
      const file = stamp === null ? null : readFile(path);
      if (!file) {
        views.delete(path);
        return null;
      }
      const view = parse(file);
      views.set(path, { stamp: file.stamp, view });
      return view;
    },
    isFresh(path) {
      return (views.get(path)?.stamp ?? null) === stampNow(path);
    },
    renew(path, view) {
      const stamp = stampNow(path);
      if (stamp !== null) views.set(path, { stamp, view });
    },
    forget(path) {
      views.delete(path);
    },
  };
}

/** The stamp is taken from the open file before its text: a change in between shows at the next look. */
function readFile(path: string): (FileText & { readonly stamp: string }) | null {
  const file = ignoreMissing(() => openSync(path, 'r'), null);
  if (file === null) return null;
  try {
    const stats = fstatSync(file, { bigint: true });
    const text = readFileSync(file, 'utf8');
    return { path, text, stamp: stampOf(stats), sizeBytes: Number(stats.size), mtimeNs: stats.mtimeNs };
  } finally {
    closeSync(file);
  }
}

const stampOf = ({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  `${ino}:${size}:${mtimeNs}:${ctimeNs}`;
