import type { Anchors } from '../documents/markup/anchors.ts';
import type { IndexCache } from '../documents/index-cache.ts';
import type { KnownSource, SourceTask } from '../documents/known-sources.ts';

/** A source in the form that generation reads. */
export interface LoadedSource {
  /** `kb:<relative path>`, `kb:<url>` or `team:<slug>.txt`. */
  readonly sourceId: string;
  readonly title: string;
  readonly text: string;
  /** An address that a member can read, or null. */
  readonly url: string | null;
  /** The hash of the whole source, even if `text` is cut down to excerpts. */
  readonly contentHash: string;
  /** Absent for a source that has none. */
  readonly anchors?: Anchors | null | undefined;
  /** The day of a document's last change, like 2025-03-01, as far as it says. */
  readonly date?: string | null | undefined;
}

/** A source that search found, with its best section. */
export interface SearchHit {
  readonly sourceId: string;
  readonly title: string;
  /** The section's headings, outermost first; empty if it stands under none. */
  readonly headings: readonly string[];
  /** An excerpt of the section, on one line. */
  readonly snippet: string;
  /** Higher is better. Comparable only within one search. */
  readonly score: number;
  /** The share of the query that the section holds, from 0 to 1. Comparable between searches. */
  readonly likeness: number;
  /** An address that a member can read, or null. */
  readonly url: string | null;
}

/** Reading at answer time: the published index and the texts behind it, for one generation of the library. */
export interface Sources {
  /** Both indexes, the documents' first, one blank line between. */
  combinedIndex(generation: number): Promise<string>;
  /** The documents' index alone. */
  documentIndex(): Promise<string>;
  /** Loads a whole source. Throws a final `PortError` for an id that is not in the index and for a missing text. */
  load(sourceId: string, generation: number): Promise<LoadedSource>;
  /** Full-text search over the sections of the index and of the generation's topics. Each source once, best first. */
  search(request: {
    readonly query: string;
    readonly generation: number;
    readonly limit: number;
    /** Which documents may be found; all by default. */
    readonly isWanted?: ((sourceId: string) => boolean) | undefined;
  }): Promise<readonly SearchHit[]>;
  /**
   * The whole combined index if it has at most `wholeTokens`, otherwise its best entries for the query, team topics first, within
   * `maxTokens`. With `maxPages`, always those, with that many documents at most.
   */
  shortlist(request: {
    readonly query: string;
    readonly generation: number;
    readonly maxTokens: number;
    /** As `maxTokens` by default. */
    readonly wholeTokens?: number;
    readonly maxPages?: number;
    /** Which documents may be listed; all by default. */
    readonly isWanted?: ((sourceId: string) => boolean) | undefined;
  }): Promise<{
    readonly text: string;
    /** True if the text lists search results; false if it is the whole index in its own order. */
    readonly bySearch: boolean;
    /** Of the first pages that were found, the headings of the section that fits, without the page's title. */
    readonly found?: ReadonlyMap<string, readonly string[]>;
    /** The search went by words alone, because the query's vector could not be had. */
    readonly lacksVectors?: boolean;
  }>;
}

export interface DocumentFile {
  readonly sourceId: string;
  readonly relPath: string;
  readonly sizeBytes: number;
  /** Exceeds 2^53. */
  readonly mtimeNs: bigint;
}

/** A source that could not be indexed. `reason` is a sentence. */
export interface RejectedSource {
  readonly sourceId: string;
  readonly reason: string;
}

export interface DiscoveredDocuments {
  readonly files: readonly DocumentFile[];
  readonly rejected: readonly RejectedSource[];
  /** Prefixes of ids whose files cannot be listed now. What was known of them stays. */
  readonly unreadable: readonly string[];
}

export interface DocumentText {
  /** Null if it has no title of its own. */
  readonly title: string | null;
  /** The published address in its front matter. */
  readonly slug?: string | null;
  readonly text: string;
  /** Of its headings; absent if they are not known. */
  readonly anchors?: Anchors | null;
  /** The day of its last change, like 2025-03-01, as far as it says. */
  readonly date?: string | null;
}

/** The documents of the knowledge base, and the texts of its pages. */
export interface Documents {
  discover(): Promise<DiscoveredDocuments>;
  /** Throws a final `PortError` when the file is gone, not text, too large or outside the folder. */
  read(file: DocumentFile): Promise<DocumentText>;
  /** The text of the links file, or null if the config names none. Throws a final `PortError` if it cannot be read. */
  links(): Promise<string | null>;
  /** Saves the text of a fetched page, for answers to read. */
  savePage(sourceId: string, page: DocumentText): Promise<void>;
  /** Whether `textOf` has a text without fetching or extracting it. */
  hasText(sourceId: string): Promise<boolean>;
  /** Throws a final `PortError` if there is none. Never fetches. */
  textOf(sourceId: string): Promise<DocumentText>;
}

/** `index.txt` and `index-cache.json`, which always belong together. */
export interface DocumentIndex {
  /** An unreadable cache or an unknown schema version reads as empty, with a warning in the log. */
  readCache(): Promise<IndexCache>;
  /** Replaces both files. Answers see the former index or the new one, never a mixture. */
  publish(cache: IndexCache): Promise<void>;
}

/**
 * The list of all sources, which is also the index under construction: answers see none of it before `publish`. It
 * survives a refresh that dies, so that the next one reads nothing twice.
 */
export interface KnownSources {
  /** By id, in code-point order. */
  all(): Promise<readonly KnownSource[]>;
  /** Marks every source to be read again, if an older reader has read them. */
  readAgainIfOlder(): Promise<void>;
  /** Sources with this task, in code-point order of their ids. */
  waiting(task: SourceTask, limit: number): Promise<readonly KnownSource[]>;
  count(task: SourceTask): Promise<number>;
  /** Writes these, and notes that the refresh `run` has found them. */
  save(sources: readonly KnownSource[], run: string): Promise<void>;
  /** Notes that `run` has found these unchanged. */
  confirm(
    sourceIds: readonly string[],
    refresh: { readonly run: string; readonly checkedAt: string },
  ): Promise<void>;
  /** Deletes the sources that `run` has not found. Returns how many of them were in the index. */
  dropUnfound(run: string): Promise<number>;
  /** Writes the index and its cache from this list, in one step, and deletes the texts of pages that are gone. */
  publish(now: Date): Promise<{ readonly sources: number; readonly rejected: number }>;
}
