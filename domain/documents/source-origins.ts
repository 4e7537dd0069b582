/** Where documents come from, as the config says, and what holds for all that come from one place. */
export interface OriginDetails {
  /** Comes before the titles of its pages; of a single address it is the title. */
  readonly title: string | null;
  /** Where members read what is kept here: it takes the place of the address, or of the folder. */
  readonly publicUrl: string | null;
  /** Sources of a higher one come first where they are equally fit. 0 unless told. */
  readonly priority: number;
}

export interface FolderOrigin extends OriginDetails {
  /** The beginning of its documents' paths, `handbook` in `kb:handbook/setup.md`; '' for `kb.sources_dir`. */
  readonly name: string;
  readonly dir: string;
  /** Globs of paths inside the folder. Empty: everything of a kind that is read. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export interface UrlOrigin extends OriginDetails {
  readonly url: string;
}

export interface SiteOrigin extends OriginDetails {
  /** Where its discovery begins. */
  readonly url: string;
  /** Its pages' addresses begin with this. */
  readonly prefix: string;
  readonly maxDepth: number;
  readonly maxPages: number;
  readonly requestsPerSecond: number;
}

export interface SourceOrigins {
  readonly folders: readonly FolderOrigin[];
  readonly urls: readonly UrlOrigin[];
  readonly sites: readonly SiteOrigin[];
  /** The file of addresses, one a line; null for none. */
  readonly linksFile: string | null;
}

/** One folder, whose documents' paths begin with nothing. */
export const folderAlone = (dir: string): SourceOrigins => ({
  folders: [{ name: '', dir, include: [], exclude: [], title: null, publicUrl: null, priority: 0 }],
  urls: [],
  sites: [],
  linksFile: null,
});

export const isUrlId = (sourceId: string): boolean => /^kb:https?:\/\//iu.test(sourceId);

/** The folder that a path of an id belongs to, and the path inside it. The longest name that fits counts. */
export function folderOf(
  { folders }: Pick<SourceOrigins, 'folders'>,
  path: string,
): { readonly folder: FolderOrigin; readonly inside: string } | null {
  const folder = folders
    .filter(({ name }) => name === '' || path.startsWith(`${name}/`))
    .reduce<FolderOrigin | null>(
      (best, next) => (best === null || next.name.length > best.name.length ? next : best),
      null,
    );
  return folder && { folder, inside: folder.name === '' ? path : path.slice(folder.name.length + 1) };
}

const plain: OriginDetails = { title: null, publicUrl: null, priority: 0 };

/** What the config says about one source. */
export function originDetails(origins: SourceOrigins, sourceId: string): OriginDetails {
  const path = sourceId.replace(/^kb:/u, '');
  if (!isUrlId(sourceId)) return folderOf(origins, path)?.folder ?? plain;
  return origins.urls.find(({ url }) => url === path) ?? siteOf(origins, path) ?? plain;
}

const siteOf = ({ sites }: SourceOrigins, url: string): SiteOrigin | undefined =>
  sites
    .filter(({ prefix }) => url.startsWith(prefix))
    .toSorted((a, b) => b.prefix.length - a.prefix.length)[0];

/** Where members read a page that was fetched from `url`. */
export function publicPageUrl(origins: SourceOrigins, url: string): string {
  const single = origins.urls.find((one) => one.url === url);
  if (single) return single.publicUrl ?? url;
  const site = siteOf(origins, url);
  return site?.publicUrl ? site.publicUrl + url.slice(site.prefix.length) : url;
}
