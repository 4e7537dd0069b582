import { resolve } from 'node:path';
import type { Config } from '../../config/schema.ts';
import type { OriginDetails, SourceOrigins } from '../../domain/documents/source-origins.ts';

type ConfiguredSource = Config['kb']['sources'][number];

/** Where documents come from, as the config says. */
export function sourceOrigins({ kb }: Pick<Config, 'kb'>): SourceOrigins {
  const main = { name: '', dir: kb.sources_dir, include: [], exclude: [], ...detailsOf({}) };
  const folders = kb.sources.flatMap((source) =>
    source.folder === undefined
      ? []
      : [
          {
            name: source.name ?? '',
            dir: resolve(source.folder),
            include: source.include ?? [],
            exclude: source.exclude ?? [],
            ...detailsOf(source),
          },
        ],
  );
  const urls = kb.sources.flatMap((source) =>
    source.url === undefined ? [] : [{ url: source.url, ...detailsOf(source) }],
  );
  const sites = kb.sources.flatMap((source) =>
    source.site === undefined
      ? []
      : [
          {
            url: source.site,
            prefix: source.prefix ?? source.site,
            maxDepth: source.max_depth ?? 3,
            maxPages: source.max_pages ?? 500,
            requestsPerSecond: source.requests_per_second ?? 2,
            ...detailsOf(source),
          },
        ],
  );
  return { folders: [main, ...folders], urls, sites, linksFile: kb.links_file_path };
}

/** Beginnings of addresses whose pages need a browser. */
export const renderedPrefixes = ({ kb }: Pick<Config, 'kb'>): readonly string[] =>
  kb.sources.flatMap(({ render, url, site, prefix }) => (render ? [prefix ?? site ?? url ?? ''] : []));

const detailsOf = ({ title, public_url, priority }: Partial<ConfiguredSource>): OriginDetails => ({
  title: title ?? null,
  publicUrl: public_url ?? null,
  priority: priority ?? 0,
});

/** `kb.public_urls`, and those of folders of `kb.sources`. */
export const publicUrls = (config: Pick<Config, 'kb'>): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    sourceOrigins(config).folders.flatMap(({ name, publicUrl }) =>
      publicUrl === null || name === '' ? [] : [[`${name}/`, publicUrl]],
    ),
  ),
  ...config.kb.public_urls,
});
