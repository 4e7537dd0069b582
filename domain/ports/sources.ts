import type { IndexCache } from '../index-cache.ts';

/** What a loaded source gives to generation. */
export interface LoadedSource {
  /** `kb:<relative path>`, `kb:<url>` or `team:<slug>.txt`. */
  readonly sourceId: string;
  readonly title: string;
  readonly text: string;
  /** Where a member can read it, or null. */
  readonly url: string | null;
  readonly contentHash: string;
}

/** Reading at answer time: the published index and the texts behind it, for one generation of the library. */
export interface Sources {
  /** Both indexes, the documents' first, one blank line between. */
  combinedIndex(generation: number): Promise<string>;
  /** The documents' index alone. */
  documentIndex(): Promise<string>;
  /** Loads an id that stands in the index. Throws a final `PortError` for any other id and for a text that is gone. */
  load(sourceId: string, generation: number): Promise<LoadedSource>;
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

/** The files of the knowledge base, read while refreshing. */
export interface Documents {
  discover(): Promise<{
    readonly files: readonly DocumentFile[];
    readonly rejected: readonly RejectedSource[];
  }>;
  /** Throws a final `PortError` when the file is gone, not text, too large or outside the folder. */
  read(file: DocumentFile): Promise<string>;
}

/** `index.txt` and `index-cache.json`, which always belong together. */
export interface DocumentIndex {
  /** An unreadable cache or an unknown schema version reads as empty, with a warning in the log. */
  readCache(): Promise<IndexCache>;
  /** Replaces both files. Answers see the former index or this one, never a part. */
  publish(cache: IndexCache): Promise<void>;
}
