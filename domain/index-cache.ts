export type FetchStatus = 'success' | 'not_modified' | 'timeout' | 'error';

/** Times are RFC 3339 UTC with `Z`; hashes are `contentHash` of the text. */
export interface IndexCacheRecord {
  readonly source_type: 'file' | 'url';
  readonly content_hash: string;
  readonly summary_text: string;
  readonly last_indexed_at: string;
  readonly summary_pending: boolean;
  readonly file?: {
    readonly rel_path: string;
    readonly size_bytes: number;
    /** Exceeds 2^53. */
    readonly mtime_ns: bigint;
  };
  readonly url?: {
    readonly url: string;
    readonly last_fetched_at: string | null;
    readonly etag: string | null;
    readonly last_modified: string | null;
    readonly fetch_status: FetchStatus;
    readonly next_check_at: string | null;
  };
}

export interface IndexCache {
  readonly schema_version: 1;
  readonly generated_at: string;
  /** By source id. */
  readonly sources: Readonly<Record<string, IndexCacheRecord>>;
}
