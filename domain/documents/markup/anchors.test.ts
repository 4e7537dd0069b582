import { expect, test } from 'vitest';
import { withoutAnchors } from './anchors.ts';

const site = { isSlugged: true, isRst: false };

test('an anchor that a heading names is taken out of the text', () => {
  const { text, anchors } = withoutAnchors('# Ports {#all-ports}\n\n## TLS {#tls}\n\nUse 443.', site);
  expect(text).toBe('# Ports\n\n## TLS\n\nUse 443.');
  expect(anchors).toEqual([
    ['Ports', 'all-ports'],
    ['Ports\nTLS', 'tls'],
  ]);
});

test.each([
  { document: '## Set up & run', isRst: false, anchor: 'set-up--run' },
  { document: '## `max_connections` (int)', isRst: false, anchor: 'max_connections-int' },
  { document: '## Größe ändern', isRst: false, anchor: 'größe-ändern' },
  { document: 'Set up & run\n============', isRst: true, anchor: 'set-up-run' },
])('a heading without one has the anchor that sites give it: $anchor', ({ document, isRst, anchor }) => {
  expect(withoutAnchors(document, { isSlugged: true, isRst }).anchors.map(([, own]) => own)).toEqual([
    anchor,
  ]);
});

test('headings of the same words are numbered, each below its own chapter', () => {
  const { anchors } = withoutAnchors('# A\n## Options\n# B\n## Options', site);
  expect(anchors).toContainEqual(['A\nOptions', 'options']);
  expect(anchors).toContainEqual(['B\nOptions', 'options-1']);
});

test('a page of the web has only the anchors that it names, and code has none', () => {
  const page = '# A\n## Named {#n}\n## Plain\n```\n## In code {#code}\n```';
  const { text, anchors } = withoutAnchors(page, { isSlugged: false, isRst: false });
  expect(anchors).toEqual([['A\nNamed', 'n']]);
  expect(text).toContain('## In code {#code}');
});

test('a heading of many spaces costs no more than its length', () => {
  const start = performance.now();
  expect(withoutAnchors(`## x${' '.repeat(130_000)}y {#last}`, site).anchors).toHaveLength(1);
  expect(performance.now() - start).toBeLessThan(1_000);
});
