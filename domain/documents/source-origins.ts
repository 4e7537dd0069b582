/** `kb.sources_dir` in the folder of the data, unless the config names another one. */
export const defaultSourcesDir = 'knowledge-base/sources';

/** The config's settings for all documents of one origin. */
export interface OriginDetails {
  /** Precedes the titles of the origin's pages; for a single address it is the title. */
  readonly title: string | null;
  /** The address that members see instead of the fetched address or the folder. */
  readonly public_url: string | null;
  /** What the documents are about, for channels and keys that are limited to some of them. */
  readonly group: string | null;
  /** The product's version that they describe. */
  readonly version: string | null;
}

/** The details of an origin for which the config says nothing more. */
export const plainOrigin = detailsOf({});

export interface FolderOrigin extends OriginDetails {
  /** The beginning of its documents' paths, `handbook` in `kb:handbook/setup.md`; '' for `kb.sources_dir`. */
  readonly name: string;
  readonly folder: string;
  /** Globs of paths inside the folder. If empty, every readable kind of file is included. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

interface UrlOrigin extends OriginDetails {
  readonly url: string;
}

/** What is read of a repository. */
export const repositoryParts = ['docs', 'readme', 'issues', 'discussions', 'releases'] as const;
type RepositoryPart = (typeof repositoryParts)[number];

/** A repository at GitHub, as a site whose pages come with their texts. */
export interface RepositoryOrigin {
  /** `owner/name`. */
  readonly repository: string;
  /** `https://api.github.com`, or that of a GitHub Enterprise server. */
  readonly apiUrl: string;
  /** Where people read it, like `https://github.com`. */
  readonly webUrl: string;
  readonly read: readonly RepositoryPart[];
  /** The folder of its documents; '' for all. */
  readonly folder: string;
  /** A branch, a tag or a commit. Null: its default branch. */
  readonly ref: string | null;
  /** Of issues and of discussions, the newest. */
  readonly maxThreads: number;
}

export interface SiteOrigin extends OriginDetails {
  /** Where its discovery begins. */
  readonly url: string;
  /** The beginning of its pages' addresses. */
  readonly prefix: string;
  readonly max_depth: number;
  readonly max_pages: number;
  readonly requests_per_second: number;
  /** Null or absent for sites of pages. */
  readonly github?: RepositoryOrigin | null;
  /** Globs of what follows the prefix. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export interface SourceOrigins {
  readonly folders: readonly FolderOrigin[];
  readonly urls: readonly UrlOrigin[];
  readonly sites: readonly SiteOrigin[];
  /** The file with one address per line, or null. */
  readonly links_file_path: string | null;
}

type Fields = Record<'site' | 'github' | 'openapi' | 'docs_folder' | 'ref' | 'api_url', string> &
  Record<'max_threads', number> &
  Pick<RepositoryOrigin, 'read'> &
  Omit<FolderOrigin & UrlOrigin & SiteOrigin, 'github' | keyof OriginDetails> &
  Record<keyof OriginDetails, string>;

/** An entry of `kb.sources`: a folder, a page, a site, a repository or a description of an API. */
type ConfiguredSource = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

export interface SourcesConfig {
  readonly kb: {
    readonly sources_dir: string;
    readonly sources: readonly ConfiguredSource[];
    readonly links_file_path: string | null;
    readonly public_urls: Readonly<Record<string, string>>;
  };
}

/** A description of an API is a page, or the only file of a folder. */
function placeOf({ openapi, ...source }: ConfiguredSource): ConfiguredSource {
  if (openapi === undefined || isUrlId(`kb:${openapi}`))
    return { ...source, ...(openapi !== undefined && { url: openapi }) };
  const [, folder, file = '', stem = ''] = /^(.*)[\\/](([^\\/]*?)\.[^.\\/]*)$/u.exec(openapi) ?? [];
  const name = stem.toLowerCase().replaceAll(/[^a-z0-9_-]+/gu, '-');
  return { name, ...source, folder: folder || '/', include: [file] };
}

/** All origins by kind, with defaults filled in. `kb.sources_dir` becomes a folder without a name. */
export function sourceOrigins({ kb }: SourcesConfig): SourceOrigins {
  const sources = kb.sources.map(placeOf);
  const folders = sources.flatMap(({ folder, name = '', include = [], exclude = [], ...source }) =>
    folder === undefined ? [] : [{ ...detailsOf(source), folder, name, include, exclude }],
  );
  const urls = sources.flatMap(({ url, ...source }) =>
    url === undefined ? [] : [{ ...detailsOf(source), url }],
  );
  const sites = sources.flatMap((source) => {
    const { max_depth = 3, max_pages = 500, requests_per_second = 2 } = source;
    const github = repositoryOf(source);
    const url = github ? `${github.webUrl}/${github.repository}` : source.site;
    if (url === undefined) return [];
    const { prefix = github ? `${url}/` : url, include = [], exclude = [] } = source;
    const limits = { include, exclude, max_depth, max_pages, requests_per_second };
    return [{ ...detailsOf(source), ...limits, url, prefix, github }];
  });
  const { links_file_path } = kb;
  return { folders: [...folderAlone(kb.sources_dir).folders, ...folders], urls, sites, links_file_path };
}

function repositoryOf(source: ConfiguredSource): RepositoryOrigin | null {
  const { github: repository, api_url: address, read = repositoryParts, ref = null } = source;
  if (repository === undefined) return null;
  const apiUrl = address ?? 'https://api.github.com';
  const { docs_folder: folder = 'docs', max_threads: maxThreads = 1_000 } = source;
  const webUrl = address === undefined ? 'https://github.com' : new URL(address).origin;
  return { repository, apiUrl, webUrl, read, folder, ref, maxThreads };
}

function detailsOf(source: ConfiguredSource): OriginDetails {
  const { title = null, public_url = null, group = null, version = null } = source;
  return { title, public_url, group, version };
}

/** Public addresses by the beginning of documents' paths: `kb.public_urls`, and those of named folders. */
export const publicUrls = (config: SourcesConfig): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    config.kb.sources.flatMap((source) => {
      const { folder, name = '', include: [file = ''] = [], public_url: url } = placeOf(source);
      if (folder === undefined || url === undefined) return [];
      return [[`${name}/${source.openapi === undefined ? '' : file}`, url]];
    }),
  ),
  ...config.kb.public_urls,
});

/** The origins of a single folder without a name. */
export const folderAlone = (folder: string): SourceOrigins => ({
  folders: [{ ...plainOrigin, name: '', folder, include: [], exclude: [] }],
  urls: [],
  sites: [],
  links_file_path: null,
});

export const isUrlId = (sourceId: string): boolean => /^kb:https?:\/\//iu.test(sourceId);

/** The folder that a path belongs to, and the path inside it. The longest matching name wins. */
export function folderOf(
  { folders }: Pick<SourceOrigins, 'folders'>,
  path: string,
): { readonly folder: FolderOrigin; readonly inside: string } | null {
  const [folder] = folders
    .filter(({ name }) => name === '' || path.startsWith(`${name}/`))
    .toSorted((a, b) => b.name.length - a.name.length);
  return folder ? { folder, inside: folder.name === '' ? path : path.slice(folder.name.length + 1) } : null;
}

/** The config's settings for one source. */
export function originDetails(origins: SourceOrigins, sourceId: string): OriginDetails {
  const path = sourceId.replace(/^kb:/u, '');
  if (!isUrlId(sourceId)) return folderOf(origins, path)?.folder ?? plainOrigin;
  return origins.urls.find(({ url }) => url === path) ?? siteOf(origins, path) ?? plainOrigin;
}

/** The folder or the site whose pages may have something in common with a source. What threads of a repository share is Steward's own. */
export function pagesAround(origins: SourceOrigins, sourceId: string): OriginDetails | null {
  const details = originDetails(origins, sourceId);
  if ('github' in details && details.github) return null;
  return details === plainOrigin || 'include' in details ? details : null;
}

const siteOf = ({ sites }: SourceOrigins, url: string): SiteOrigin | undefined =>
  sites
    .filter(({ prefix }) => url.startsWith(prefix))
    .toSorted((a, b) => b.prefix.length - a.prefix.length)[0];

/** The address that members see for a page with the address `url`. */
export function publicPageUrl(origins: SourceOrigins, url: string): string {
  const single = origins.urls.find((one) => one.url === url);
  if (single) return single.public_url ?? url;
  const site = siteOf(origins, url);
  return site?.public_url ? site.public_url + url.slice(site.prefix.length) : url;
}
