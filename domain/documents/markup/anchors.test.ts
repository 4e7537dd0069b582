import { expect, test } from 'vitest';
import { headingsOf } from '../headings.ts';
import { readMarkdown } from './read-markdown.ts';
import { namedAsAtGitHub, ruleOf, withoutAnchors, type AnchorRule } from './anchors.ts';

const site = { rule: 'github' } as const;

test('an anchor that a heading names is taken out of the text', () => {
  const { text, anchors } = withoutAnchors('# Ports {#all-ports}\n\n## TLS {#tls}\n\nUse 443.', site);
  expect(text).toBe('# Ports\n\n## TLS\n\nUse 443.');
  expect(anchors).toEqual([
    ['Ports', 'all-ports'],
    ['Ports\nTLS', 'tls'],
  ]);
});

/** What github-slugger, VitePress' slugify, Python-Markdown's toc and docutils' make_id say. */
test.each([
  ['Set up & run', 'set-up--run', 'set-up-run', 'set-up-run', 'set-up-run'],
  ["2. Émile's `x_y` & z?", '2-émiles-x_y--z', '_2-emile-s-x-y-z', '2-emiles-x_y-z', 'emile-s-x-y-z'],
  ['Größe ändern', 'größe-ändern', 'große-andern', 'groe-andern', 'grosze-andern'],
  ['--flag-name', '--flag-name', 'flag-name', '-flag-name', 'flag-name'],
  ['如何安装', '如何安装', '如何安装', '_1', undefined],
  ['Tk/Tcl 8.4', 'tktcl-84', 'tk-tcl-8-4', 'tktcl-84', 'tk-tcl-8-4'],
  ['From C to C#', 'from-c-to-c', 'from-c-to-c', 'from-c-to-c', 'from-c-to-c'],
  ['a - b', 'a---b', 'a-b', 'a-b', 'a-b'],
  ['`Map<K>` &amp; co', 'mapk--co', 'map-k-co', 'mapk-co', 'map-k-co'],
])('a heading without one has the anchor that its generator gives it: %s', (title, ...anchors) => {
  const rules = ['github', 'vitepress', 'mkdocs', 'docutils'] as const;
  const given = rules.map((rule) => withoutAnchors(`## ${title}`, { rule }).anchors[0]?.[1]);
  expect(given).toEqual(anchors);
});

test('generators number what is there twice, each in its way', () => {
  const document = '## Set up\n# B\n## Set up\n# C\n## Set up';
  const last = (rule: AnchorRule) => withoutAnchors(document, { rule }).anchors.at(-1)?.[1];
  expect(last('github')).toBe('set-up-2');
  expect(last('vitepress')).toBe('set-up-2');
  expect(last('mkdocs')).toBe('set-up_2');
  expect(last('mkdocs-unicode')).toBe('set-up_2');
  // Numbers of Sphinx count notes and references, too.
  expect(last('docutils')).toBe('c');
});

test('a title of the front matter is no heading of the page that a site numbers', () => {
  const { anchors } = withoutAnchors('# Options\n\n## Options', { rule: 'github', title: 'Options' });
  expect(anchors).toEqual([['Options\nOptions', 'options']]);
});

test.each([
  ['.vitepress', 'vitepress'],
  ['mkdocs.yml', 'mkdocs'],
  ['conf.py', 'docutils'],
  ['docusaurus.config.ts', 'github'],
  ['guide.md', null],
])('%s beside documents means the rule %s', (file, rule) => {
  expect(ruleOf(['a.md', file])).toBe(rule);
});

test.each([
  ['## Ports {#all-ports}', 'ports-all-ports'],
  ['## `Ports` & more {#p}', 'ports--more-p'],
  ['## Ports {: #p .wide }', 'ports--p-wide-'],
  ['## Ports { #p }', 'ports--p-'],
  ['## Ports {/* #p */}', 'ports--p-'],
  ['## Ports <a id="p"></a>', 'p'],
  ['```\n## Code {#p}\n```\n## Ports', 'ports'],
])('GitHub shows the mark of a heading as part of it: %j', (document, anchor) => {
  const { text, anchors } = withoutAnchors(readMarkdown(namedAsAtGitHub(document)).text, site);
  expect(anchors).toEqual([[expect.stringMatching(/^Ports/u), anchor]]);
  expect(text.replace('Code {#p}', '')).not.toContain('{');
});

test('headings of the same words are numbered, each below its own chapter', () => {
  const { anchors } = withoutAnchors('# A\n## Options\n# B\n## Options', site);
  expect(anchors).toContainEqual(['A\nOptions', 'options']);
  expect(anchors).toContainEqual(['B\nOptions', 'options-1']);
});

test('a page of the web has only the anchors that it names, and code has none', () => {
  const page = '# A\n## Named {#n}\n## Plain\n```\n## In code {#code}\n```';
  const { text, anchors } = withoutAnchors(page, { rule: null });
  expect(anchors).toEqual([['A\nNamed', 'n']]);
  expect(text).toContain('## In code {#code}');
});

test('a sign at the end of a word belongs to it, and one behind a blank links to the heading', () => {
  const titles = ['C#', 'Ports #', 'Ports¶'].map((title) => headingsOf([`## ${title}`])[0]?.title);
  expect(titles).toEqual(['C#', 'Ports', 'Ports']);
});

test('a heading of many spaces costs no more than its length', () => {
  const start = performance.now();
  expect(withoutAnchors(`## x${' '.repeat(130_000)}y {#last}`, site).anchors).toHaveLength(1);
  expect(performance.now() - start).toBeLessThan(1_000);
});
