import type { IndexCacheRecord } from '../documents/index-cache.ts';

/** `folder`, `links` and `site` are places whose own failure is told; they are never in the index. */
export type SourceKind = 'file' | 'url' | 'folder' | 'links' | 'site';

/** What a refresh still has to do about a source. */
export type SourceTask = 'fetch' | 'describe';

/** What is known about a source. Times are RFC 3339 UTC with `Z`. */
export interface KnownSource {
  /** `kb:<path>` or `kb:<url>`; of a place its path or address. */
  readonly sourceId: string;
  readonly kind: SourceKind;
  /** Where the config names it: a folder's name, a site's address, the links file's path, `kb.sources`. */
  readonly origin: string;
  readonly task: SourceTask | null;
  /** As `index-cache.json` will hold it; null for what has never been taken in. */
  readonly record: IndexCacheRecord | null;
  /** The prompt and the model that made the description, hashed. Null when nobody knows: then it counts as current. */
  readonly describedBy: string | null;
  readonly checkedAt: string | null;
  /** Of addresses and sites. */
  readonly nextCheckAt: string | null;
  /** In a row. */
  readonly failures: number;
  readonly tokens: number | null;
  /** The refresh that found it last. */
  readonly foundBy: string;
  /** Why it is not in the index, or not as it is now, in a sentence. */
  readonly error: string | null;
}

/**
 * The list of all sources, and at once the index that a refresh is building: nothing of it shows in answers until
 * `publish`. It outlives a refresh that dies, so that the next one reads nothing twice.
 */
export interface KnownSources {
  /**
   * Begins a refresh. When `index-cache.json` is not what was published last (a Python original's, a restored, damaged or
   * deleted one), the file counts and the list follows it.
   */
  adoptCache(): Promise<void>;
  /** By id, in code-point order. */
  all(): Promise<readonly KnownSource[]>;
  /** Sources with this task, in code-point order of their ids. */
  waiting(task: SourceTask, limit: number): Promise<readonly KnownSource[]>;
  count(task: SourceTask): Promise<number>;
  /** Writes these, and notes that the refresh `run` has found them. */
  save(sources: readonly KnownSource[], run: string): Promise<void>;
  /** Notes that `run` has found these as they are. */
  confirm(
    sourceIds: readonly string[],
    found: { readonly run: string; readonly checkedAt: string },
  ): Promise<void>;
  /** Drops what `run` has not found. Returns how many of them were in the index. */
  dropUnfound(run: string): Promise<number>;
  /** Makes the index and its cache what the list says, in one step, and forgets the texts of pages that are gone. */
  publish(now: Date): Promise<{ readonly sources: number; readonly rejected: number }>;
}
