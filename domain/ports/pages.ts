import type { Anchors } from '../documents/markup/anchors.ts';
import type { RepositoryOrigin } from '../documents/source-origins.ts';

/** A page's kind, detected from its content; the server's content type decides only where the content cannot. */
export type PageKind = 'html' | 'markdown' | 'text' | 'pdf' | 'docx' | 'xml' | 'image';

export interface PageRequest {
  readonly url: string;
  /** The limit for the body, both as sent and after decompression. */
  readonly maxBytes: number;
  /** The limit for redirects, connecting and reading together. */
  readonly timeoutSeconds: number;
  readonly accept: readonly PageKind[];
  /** The validators of the stored copy: if one is given and the page is unchanged, the outcome is `not_modified`. */
  readonly etag?: string | null;
  readonly lastModified?: string | null;
  readonly signal?: AbortSignal;
}

export interface FetchedBody {
  readonly outcome: 'fetched';
  /** The address after all redirects. */
  readonly url: string;
  readonly kind: PageKind;
  /** The server's content type, in lower case and without parameters; '' if it sends none. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** Null for PDF, DOCX and images. */
  readonly text: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export type FetchedPage = FetchedBody | { readonly outcome: 'not_modified' };

export interface UrlCheck {
  /** The status was exactly 200, and the page is not a "not found" page. */
  readonly ok: boolean;
  /** Null if there was no answer, or if the request is not allowed. */
  readonly status: number | null;
  /** The address after all redirects. */
  readonly url: string;
}

/** A document in the form that models read. */
export interface ExtractedDocument {
  readonly kind: PageKind;
  /** One line, or null if the document has none. */
  readonly title: string | null;
  /** Markdown, never blank. */
  readonly text: string;
  /** Of the headings of HTML. */
  readonly anchors?: Anchors;
  /** The address that a page of HTML gives itself. */
  readonly canonical?: string | null;
  /** It asks search engines not to list it. */
  readonly isUnlisted?: boolean;
  /** The day of its last change, like 2025-03-01, as it says itself. */
  readonly date?: string | null;
}

export type ReadPage =
  | ({
      readonly outcome: 'read';
      readonly url: string;
      readonly etag: string | null;
      readonly lastModified: string | null;
    } & ExtractedDocument)
  | { readonly outcome: 'not_modified' };

export interface SiteRequest {
  /** The start: a page, the site's sitemap (`.xml`, `.xml.gz`) or its `llms.txt`. */
  readonly url: string;
  /** Only addresses that begin with this belong to the site. */
  readonly prefix: string;
  readonly maxPages: number;
  /** Globs of what follows the prefix; everything by default. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** How many links away from `url` discovery may follow. 0 means that page alone. */
  readonly maxDepth: number;
  /** An upper limit; a longer crawl delay in robots.txt takes precedence. */
  readonly requestsPerSecond: number;
  readonly maxBytes: number;
  readonly timeoutSeconds: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SiteProgress) => void;
}

export interface SiteProgress {
  readonly found: number;
  /** Pages that the site's lists name beyond `maxPages`. */
  readonly beyond: number;
}

export interface DiscoveredPage {
  /** Has no fragment; each page appears once. */
  readonly url: string;
  readonly foundBy: 'llms.txt' | 'sitemap' | 'link';
  /** The day of its last change that a sitemap names, such as `2026-02-01`. */
  readonly date?: string | null;
}

/** What a repository is read for, and what the store holds of it. */
export interface RepositoryRequest extends RepositoryOrigin {
  readonly token: string | null;
  /** The version of a document that the store holds; null if it holds none. */
  readonly heldVersion: (url: string) => string | null;
  /** All documents that it holds in a version that begins so. */
  readonly heldWith: (beginning: string) => readonly { readonly url: string; readonly version: string }[];
  readonly maxBytes: number;
  readonly timeoutSeconds: number;
  readonly signal?: AbortSignal;
}

export interface RepositoryText {
  /** Null if it has no title of its own. */
  readonly title: string | null;
  /** Markdown. */
  readonly text: string;
  /** For the index. Null: a model describes it. */
  readonly description: string | null;
  /** Of its headings, where the document does not say them. */
  readonly anchors?: Anchors;
}

export interface RepositoryDocument {
  readonly url: string;
  readonly version: string;
  /** Null: as the store holds it, or not read. */
  readonly text: RepositoryText | null;
  /** Why it is not read, in a sentence. Absent for what the store holds so in this version. */
  readonly error?: string;
}

export interface DocumentReading {
  /**
   * Reads a document's text. `name` and `contentType` are hints for content that cannot be recognised; `baseUrl` makes
   * links absolute. Throws a final `PortError` with a `DocumentErrorCode` if the document cannot be read.
   */
  extract(document: {
    readonly bytes: Uint8Array;
    readonly name?: string | null;
    readonly contentType?: string | null;
    readonly baseUrl?: string | null;
    readonly signal?: AbortSignal;
  }): Promise<ExtractedDocument>;
  /** Fetches and extracts a page, and detects login pages. */
  read(request: Omit<PageRequest, 'accept'>): Promise<ReadPage>;
}

/**
 * Access to the web. The inner network stays out of reach unless the config lists the host, whatever an address or a
 * redirect says. Failures are `PortError`s without any text of the page, not even its address: the caller knows which
 * source it asked for.
 */
export interface Pages extends DocumentReading {
  /** Any status but 200 and 304 is a failure, and so is a kind that is not in `accept`. */
  fetch(request: PageRequest): Promise<FetchedPage>;
  /** The citation check: HEAD, then GET. Throws only if `signal` is aborted. */
  check(request: {
    readonly url: string;
    readonly timeoutSeconds: number;
    readonly signal?: AbortSignal;
  }): Promise<UrlCheck>;
  /**
   * The pages of a site: those in `llms.txt` and the sitemap or, without either, those that links lead to. Obeys
   * robots.txt. Throws a `PortError` if a list exists but cannot be read, so that a site in trouble does not look like
   * a smaller one.
   */
  discover(site: SiteRequest): AsyncIterable<DiscoveredPage>;
  /** What a repository at GitHub holds. A spent limit is `page_rate_limited`, with the time until there is room. */
  repository(request: RepositoryRequest): AsyncIterable<RepositoryDocument>;
}
