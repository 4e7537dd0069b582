import type { IndexCache, IndexCacheRecord } from '../documents/index-cache.ts';

/** What a loaded source gives to generation. */
export interface LoadedSource {
  /** `kb:<relative path>`, `kb:<url>` or `team:<slug>.txt`. */
  readonly sourceId: string;
  readonly title: string;
  readonly text: string;
  /** Where a member can read it, or null. */
  readonly url: string | null;
  /** Of the whole source, also where `text` is cut down to excerpts. */
  readonly contentHash: string;
}

/** A source that search found, with the section of it that fits best. */
export interface SearchHit {
  readonly sourceId: string;
  readonly title: string;
  /** Of the section, outermost first; none where it stands under no heading. */
  readonly headings: readonly string[];
  /** A line or two of the section, on one line. */
  readonly snippet: string;
  /** Higher is better. Only to be compared with scores of the same search. */
  readonly score: number;
  /** How much of the query the section holds, from 0 to 1. Of use between searches, too. */
  readonly likeness: number;
  /** Where a member can read the source, or null. */
  readonly url: string | null;
}

/** Reading at answer time: the published index and the texts behind it, for one generation of the library. */
export interface Sources {
  /** Both indexes, the documents' first, one blank line between. */
  combinedIndex(generation: number): Promise<string>;
  /** The documents' index alone. */
  documentIndex(): Promise<string>;
  /**
   * Loads an id that stands in the index, whole. Throws a final `PortError` for any other id and for a text that is gone.
   */
  load(sourceId: string, generation: number): Promise<LoadedSource>;
  /**
   * Full-text search over the sections of what stands in the index as it is now, the topics of that generation included;
   * each source once, the best first.
   */
  search(request: {
    readonly query: string;
    readonly generation: number;
    readonly limit: number;
  }): Promise<readonly SearchHit[]>;
  /**
   * The combined index where it has at most `maxTokens`; else the entries that fit the query best, team topics first, the
   * best first.
   */
  shortlist(request: {
    readonly query: string;
    readonly generation: number;
    readonly maxTokens: number;
  }): Promise<Shortlist>;
}

/** As an index is written. */
interface Shortlist {
  readonly text: string;
  /** It lists what a search found; else it is the whole index, in its own order. */
  readonly bySearch: boolean;
}

/** One document, found while discovering. */
export interface DocumentFile {
  readonly sourceId: string;
  readonly relPath: string;
  readonly sizeBytes: number;
  /** Exceeds 2^53. */
  readonly mtimeNs: bigint;
}

/** A source that could not be taken in, and why, in a sentence. */
export interface RejectedSource {
  readonly sourceId: string;
  readonly reason: string;
}

export interface DiscoveredDocuments {
  readonly files: readonly DocumentFile[];
  readonly rejected: readonly RejectedSource[];
  /** Prefixes of ids whose files cannot be listed now: what was known of them stays. */
  readonly unreadable: readonly string[];
}

export interface DocumentText {
  /** Null: it has none of its own. */
  readonly title: string | null;
  /** Where its front matter says that it is published. */
  readonly slug?: string | null;
  readonly text: string;
}

/** The documents of the knowledge base, and the texts of its pages. */
export interface Documents {
  discover(): Promise<DiscoveredDocuments>;
  /** Throws a final `PortError` when the file is gone, not text, too large or outside the folder. */
  read(file: DocumentFile): Promise<DocumentText>;
  /** The file of addresses, or null when the config names none. Throws a final `PortError` when it cannot be read. */
  links(): Promise<string | null>;
  /** Keeps the text of a page that was fetched; answers read it from here. */
  savePage(sourceId: string, page: DocumentText): Promise<void>;
  /** Whether `textOf` has a text without fetching or extracting it. */
  hasText(sourceId: string): Promise<boolean>;
  /** Throws a final `PortError` when there is none. Never fetches. */
  textOf(sourceId: string): Promise<DocumentText>;
}

/** `index.txt` and `index-cache.json`, which always belong together. */
export interface DocumentIndex {
  /** An unreadable cache or an unknown schema version reads as empty, with a warning in the log. */
  readCache(): Promise<IndexCache>;
  /** Replaces both files. Answers see the former index or this one, never a part. */
  publish(cache: IndexCache): Promise<void>;
}

/** `folder`, `links` and `site` are places whose own failure is reported; they are never in the index. */
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
  /** The prompt and the model that made the description, hashed. Null when unknown: it then counts as current. */
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
