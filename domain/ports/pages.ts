/** The kind of a page, told by its content; the server's content type decides only where the content cannot. */
export type PageKind = 'html' | 'markdown' | 'text' | 'pdf' | 'docx' | 'xml' | 'image';

export interface PageRequest {
  readonly url: string;
  /** Of the body as it comes and after decompression. */
  readonly maxBytes: number;
  /** For everything: redirects, connecting, reading. */
  readonly timeoutSeconds: number;
  readonly accept: readonly PageKind[];
  /** Of the copy that is held: with one of these, an unchanged page is `not_modified`. */
  readonly etag?: string | null;
  readonly lastModified?: string | null;
  readonly signal?: AbortSignal;
}

export interface FetchedBody {
  readonly outcome: 'fetched';
  /** Where the redirects ended. */
  readonly url: string;
  readonly kind: PageKind;
  /** As the server calls it, in lower case and without parameters; '' when it does not say. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** Null for PDF, DOCX and images. */
  readonly text: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export type FetchedPage = FetchedBody | { readonly outcome: 'not_modified' };

export interface UrlCheck {
  /** Answered with exactly 200, and not by a page for what is missing. */
  readonly ok: boolean;
  /** Null when there was no answer, or when asking is not allowed. */
  readonly status: number | null;
  /** Where the redirects ended. */
  readonly url: string;
}

/** A document as a model reads it. */
export interface ExtractedDocument {
  readonly kind: PageKind;
  /** One line, or null when the document has none. */
  readonly title: string | null;
  /** Markdown; never blank. */
  readonly text: string;
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
  /** Where to begin: a page, or the site's sitemap (`.xml`, `.xml.gz`) or `llms.txt`. */
  readonly url: string;
  /** Only addresses that begin with this belong to the site. */
  readonly prefix: string;
  readonly maxPages: number;
  /** How many links away from `url`, where links are followed. 0: that page alone. */
  readonly maxDepth: number;
  /** At most; a longer crawl delay in robots.txt counts instead. */
  readonly requestsPerSecond: number;
  readonly maxBytes: number;
  readonly timeoutSeconds: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SiteProgress) => void;
}

export interface SiteProgress {
  readonly found: number;
  readonly requests: number;
  /** Pages that could not be opened while links were followed: those that only they lead to are not found. */
  readonly failed: number;
}

export interface DiscoveredPage {
  /** Without a fragment; each page once. */
  readonly url: string;
  readonly foundBy: 'llms.txt' | 'sitemap' | 'link';
}

interface PageFetching {
  /** Any status but 200 and 304 is a failure, and so is a kind that is not in `accept`. */
  fetch(request: PageRequest): Promise<FetchedPage>;
  /** The citation check: HEAD, then GET. Never throws, unless `signal` is aborted. */
  check(request: {
    readonly url: string;
    readonly timeoutSeconds: number;
    readonly signal?: AbortSignal;
  }): Promise<UrlCheck>;
}

export interface DocumentReading {
  /**
   * A document's text. `name` and `contentType` are hints where the content alone cannot tell; `baseUrl` makes links
   * absolute. Throws a final `PortError` with a `DocumentErrorCode` for what cannot be read.
   */
  extract(document: {
    readonly bytes: Uint8Array;
    readonly name?: string | null;
    readonly contentType?: string | null;
    readonly baseUrl?: string | null;
    readonly signal?: AbortSignal;
  }): Promise<ExtractedDocument>;
  /** `fetch` and `extract` in one, with a browser between where the config says so, and login pages told apart. */
  read(request: Omit<PageRequest, 'accept'>): Promise<ReadPage>;
}

interface SiteDiscovery {
  /**
   * The pages of a site: those that `llms.txt` and the sitemap name; where there is neither, those that links lead to.
   * robots.txt is obeyed. Throws a `PortError` when a list is there and cannot be read, so that a site in trouble does
   * not look like one that has shrunk.
   */
  discover(site: SiteRequest): AsyncIterable<DiscoveredPage>;
}

/**
 * The web, seen from the steps. Nothing of the inner network is reached unless the config lists its host, whatever an
 * address or a redirect says. Failures are `PortError`s whose sentences hold nothing that a page wrote, not even an
 * address: the caller knows which source it asked for.
 */
export interface Pages extends PageFetching, DocumentReading, SiteDiscovery {}
