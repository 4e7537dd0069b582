import { expect, it } from 'vitest';
import { publicUrl } from './shown-source.ts';

const urls = { 'guides/': 'https://docs.example.com/guides/', 'guides/api/': 'https://api.example.com/' };

it.each([
  ['guides/start.md', 'https://docs.example.com/guides/start'],
  ['guides/api/get.mdx', 'https://api.example.com/get'],
  ['guides/a b/ä#1.txt', 'https://docs.example.com/guides/a%20b/%C3%A4%231.txt'],
  ['other/start.md', null],
  ['guides/index.md', 'https://docs.example.com/guides/'],
  ['guides/setup/README.md', 'https://docs.example.com/guides/setup/'],
  ['guides/reindex.md', 'https://docs.example.com/guides/reindex'],
  ['guides/usage.rst', 'https://docs.example.com/guides/usage.html'],
  ['guides/install.adoc', 'https://docs.example.com/guides/install.html'],
  ['guides/02-deploy/03-cloud.mdx', 'https://docs.example.com/guides/deploy/cloud'],
  ['guides/1.start/2.install.md', 'https://docs.example.com/guides/start/install'],
  ['guides/01_first/index.md', 'https://docs.example.com/guides/first/'],
  ['guides/01-index.md', 'https://docs.example.com/guides/'],
  ['guides/2024-05-01-news.md', 'https://docs.example.com/guides/2024-05-01-news'],
  ['guides/1.0/2-0.md', 'https://docs.example.com/guides/1.0/2-0'],
  ['guides/404.md', 'https://docs.example.com/guides/404'],
  ['guides/v2/_index.md', 'https://docs.example.com/guides/v2/'],
])('of %j is %j', (relPath, url) => {
  expect(publicUrl(urls, relPath)).toBe(url);
});

it.each([
  ['/setup', 'https://docs.example.com/guides/setup'],
  ['setup', 'https://docs.example.com/guides/in/setup'],
  ['/', 'https://docs.example.com/guides/'],
  ['../x y', 'https://docs.example.com/guides/in/../x%20y'],
])('with the slug %j is %j', (slug, url) => {
  expect(publicUrl(urls, 'guides/in/start.md', slug)).toBe(url);
});

it.each(['https://github.com/acme/docs/blob/main/', 'https://gitlab.com/acme/docs/-/blob/main/'])(
  'keeps the names of files at %s',
  (address) => {
    for (const path of ['index.md', 'guides/start.md', 'usage.rst'])
      expect(publicUrl({ '': address }, path)).toBe(address + path);
  },
);

it('may stand for the whole folder', () => {
  expect(publicUrl({ '': 'https://example.com/' }, 'a/b.md')).toBe('https://example.com/a/b');
});
