import { describe, expect, it } from 'vitest';
import { publicUrl } from './shown-source.ts';
import {
  plainOrigin,
  folderOf,
  originDetails,
  publicPageUrl,
  publicUrls,
  sourceOrigins,
  type SourceOrigins,
  type SourcesConfig,
} from './source-origins.ts';

const plain = { ...plainOrigin };
const folder = (name: string) => ({ ...plain, name, folder: `/srv/${name}`, include: [], exclude: [] });
const site = (url: string, over: Partial<typeof plain> | object = {}) => ({
  ...plain,
  url,
  prefix: url,
  max_depth: 3,
  max_pages: 5,
  include: [],
  exclude: [],
  requests_per_second: 1,
  ...over,
});

const origins: SourceOrigins = {
  folders: [folder(''), folder('guides'), folder('guides-old')],
  urls: [{ ...plain, url: 'https://in.example.com/docs/faq', title: 'FAQ' }],
  sites: [
    site('https://in.example.com/', { title: 'All' }),
    site('https://in.example.com/docs/', { title: 'Docs', public_url: 'https://docs.example.com/' }),
  ],
  links_file_path: null,
};

describe('where a source comes from', () => {
  it.each([
    ['guides/a.md', 'guides', 'a.md'],
    ['guides-old/a.md', 'guides-old', 'a.md'],
    ['guidesx/a.md', '', 'guidesx/a.md'],
    ['a.md', '', 'a.md'],
  ])('%s lies in the folder named %j, as %s', (path, name, inside) => {
    expect(folderOf(origins, path)).toMatchObject({ folder: { name }, inside });
  });

  it.each([
    ['kb:https://in.example.com/docs/faq', 'FAQ'],
    ['kb:https://in.example.com/docs/setup', 'Docs'],
    ['kb:https://in.example.com/blog', 'All'],
    ['kb:https://elsewhere.example.com/', null],
    ['kb:a.md', null],
  ])('%s has the title %j of the nearest place', (sourceId, title) => {
    expect(originDetails(origins, sourceId).title).toBe(title);
  });

  it('is shown to members under its public address', () => {
    expect(publicPageUrl(origins, 'https://in.example.com/docs/setup')).toBe(
      'https://docs.example.com/setup',
    );
    expect(publicPageUrl(origins, 'https://in.example.com/docs/faq')).toBe('https://in.example.com/docs/faq');
    expect(publicPageUrl(origins, 'https://elsewhere.example.com/')).toBe('https://elsewhere.example.com/');
  });
});

describe('a description of an API', () => {
  const of = (openapi: string, more = {}): SourcesConfig => ({
    kb: { sources_dir: 'docs', sources: [{ openapi, ...more }], links_file_path: null, public_urls: {} },
  });

  it('is the only file of its folder, and has the address that members read', () => {
    const config = of('/srv/My API.yaml', { public_url: 'https://example.com/api' });
    const place = { name: 'my-api', folder: '/srv', include: ['My API.yaml'] };
    expect(sourceOrigins(config).folders[1]).toMatchObject(place);
    expect(publicUrl(publicUrls(config), 'my-api/My API.yaml')).toBe('https://example.com/api');
  });

  it('or a page', () => {
    expect(sourceOrigins(of('https://example.com/api')).urls).toMatchObject([
      { url: 'https://example.com/api' },
    ]);
  });
});
