import type { IndexCacheRecord } from './index-cache.ts';

/** `folder`, `links` and `site` stand for places whose own failure is reported; they are never in the index. */
export type SourceKind = 'file' | 'url' | 'folder' | 'links' | 'site';

/** The next step of a refresh for a source. */
export type SourceTask = 'fetch' | 'describe';

/** A source's record. Times are RFC 3339 UTC with `Z`. */
export interface KnownSource {
  /** `kb:<path>` or `kb:<url>`; of a place its path or address. */
  readonly sourceId: string;
  readonly kind: SourceKind;
  /** The config's name for it: a folder's name, a site's address, the links file's path, `kb.sources`. */
  readonly origin: string;
  readonly task: SourceTask | null;
  /** The future record in `index-cache.json`; null if the source was never indexed. */
  readonly record: IndexCacheRecord | null;
  /** The hash of the prompt and the model that made the description. Null if unknown; it then counts as current. */
  readonly describedBy: string | null;
  readonly checkedAt: string | null;
  /** Only set for addresses and sites. */
  readonly nextCheckAt: string | null;
  /** Consecutive failures. */
  readonly failures: number;
  readonly tokens: number | null;
  /** The day of its last change by a list of its site, or by its repository, for a page that names none. */
  readonly listedDate: string | null;
  /** The last refresh that found it. */
  readonly foundBy: string;
  /** Why the source, or its newest version, is not in the index, in a sentence. */
  readonly error: string | null;
}

export const newSource = (source: Pick<KnownSource, 'sourceId' | 'kind' | 'origin'>): KnownSource => ({
  task: null,
  record: null,
  describedBy: null,
  checkedAt: null,
  nextCheckAt: null,
  failures: 0,
  tokens: null,
  listedDate: null,
  foundBy: '',
  error: null,
  ...source,
});

/** Who has described a source that needs no model for it: a thread, or a release. */
export const itself = 'itself';

/** Increased with every change of how documents become text: what an older one has read is read again. */
export const reader = 7;

/** The source as if it had never been read: whatever has not changed is read again, and keeps its text until then. */
export const readAgain = (source: KnownSource): KnownSource => ({
  ...source,
  nextCheckAt: null,
  record: source.record && {
    ...source.record,
    file: source.record.file && { ...source.record.file, mtime_ns: 0n },
    url: source.record.url && { ...source.record.url, etag: null, last_modified: null },
  },
});

/** `unread`: left out, or it stands for files of a kind that Steward does not read. */
export type SourceState = 'indexed' | 'pending' | 'failed' | 'unread';

export const leftOutBeginning = 'Left out: ';

/** Why a page is none of a site that answers every address with a page. */
export const likeMissing =
  'it has the text that the site shows at any address. If all pages are left out so, scripts write them: name the repository of the documents (`github:`), or a folder';

/** The day that most pages bear, which is that of a build or of a clone without history, and says nothing of any. */
export function dayOfMost(days: readonly (string | null)[]): string | null {
  const most = [...Map.groupBy(days, (day) => day)].find(([, { length }]) => length * 2 > days.length);
  return most?.[0] ?? null;
}

/** Whether a source's error says that it was left out, which is no failure. */
export const isLeftOut = (error: string | null): boolean => error?.startsWith(leftOutBeginning) ?? false;

const goneBeginning = 'The page has not been there since';

/** What is said of a page that is gone. */
export const goneSince = (day: string): string => `${goneBeginning} ${day}: nothing is answered from it.`;

export const isGone = ({ error }: KnownSource): boolean => error?.startsWith(goneBeginning) ?? false;

/** The path that stands for all files of a kind that is not read. `kind` is the extension with its dot, or ''. */
export const otherKindPath = (kind: string): string => `**/*${kind}`;

/** Whether it is such a path, or a source's id with one. */
export const isOtherKind = (sourceId: string): boolean => /[:/]\*\*\/\*[^/]*$/u.test(sourceId);

export function sourceState({ sourceId, error, record, task }: KnownSource): SourceState {
  if (isOtherKind(sourceId) || isLeftOut(error)) return 'unread';
  if (error !== null) return 'failed';
  return task !== null || !record?.summary_text ? 'pending' : 'indexed';
}

/** The sources to show to people: documents, pages, and places whose discovery failed. */
export const shownSources = (sources: readonly KnownSource[]): readonly KnownSource[] =>
  sources.filter(({ kind, error }) => kind === 'file' || kind === 'url' || error !== null);

/** Finds sources with a text in their id or description, ignoring case. */
export function findSources(
  sources: readonly KnownSource[],
  { text, failedOnly }: { readonly text: string; readonly failedOnly: boolean },
): readonly KnownSource[] {
  const wanted = text.toLowerCase();
  return sources.filter(
    (source) =>
      (!failedOnly || sourceState(source) === 'failed') &&
      `${source.sourceId}\n${source.record?.summary_text ?? ''}`.toLowerCase().includes(wanted),
  );
}
