import { expect, it } from 'vitest';
import { readFrontMatter } from './front-matter.ts';

const page = (front: string, body: string) => readFrontMatter(`---\n${front}\n---\n\n${body}`);

it('title, description and tags stand at the beginning of the text', () => {
  const front =
    'title: Refund policy\ndescription: When money goes back.\ntags: [billing, refunds]\ndraft: false';
  expect(page(front, 'Within 30 days.\n')).toEqual({
    title: 'Refund policy',
    slug: null,
    leftOut: null,
    date: null,
    text: '# Refund policy\n\nWhen money goes back.\n\nTags: billing, refunds\n\nWithin 30 days.\n',
  });
});

it('a document that names itself keeps its heading', () => {
  const { title, text } = page('title: Refunds\nslug: /refunds', '# Refunds\n\nWithin 30 days.');
  expect([title, text]).toEqual(['Refunds', '# Refunds\n\nWithin 30 days.']);
});

it('another title than the heading is found as text', () => {
  const { text } = page('title: Money back', '# Refunds\n\nWithin 30 days.');
  expect(text).toBe('Money back\n\n# Refunds\n\nWithin 30 days.');
});

it.each([
  ['title: Open a port | Guides | Acme', '# Open a port', 'Open a port'],
  ['title: "Acme | Open a `port`"', '# Open a `port`', 'Open a port'],
  ['title: Ports | Acme', '# How to open ports', 'How to open ports'],
  ['title: Open a port - Acme', '# Open a port', 'Open a port'],
  ['title: Changes - 2.0', '# Changes\n\nWhat is new.', 'Changes - 2.0'],
  ['title: Ports - an overview', '# Open them', 'Ports - an overview'],
])('a title with the names of its section and its site is that of the page: %s, %s', (front, body, title) => {
  const read = page(front, body);
  expect(read.title).toBe(title);
  expect(read.text).toBe(/Changes|overview/u.test(title) ? `${title}\n\n${body}` : body);
});

it.each([
  ['title: Open a port | Guides | Acme', 'Open a port'],
  ['title: Open a port - Acme\nsidebar_label: Open a port', 'Open a port'],
  ['title: Open a port - the short way', 'Open a port - the short way'],
])('so it is without a heading: %j', (front, title) => {
  expect(page(front, 'Run it.')).toMatchObject({ title, text: `# ${title}\n\nRun it.` });
});

it.each([
  ['no front matter', '# A\n\ntext'],
  ['a line between paragraphs', '---\nJust a paragraph.\n---\n\ntext'],
  ['a front matter without an end', '---\ntitle: x\n\ntext'],
  ['a front matter longer than any', `---\ntitle: ${'x'.repeat(30_000)}\n---\ntext`],
])('%s is text', (_, document) => {
  expect(readFrontMatter(document)).toEqual({
    title: null,
    slug: null,
    leftOut: null,
    date: null,
    text: document,
  });
});

it('what cannot be read is left out, whatever it is', () => {
  expect(page('title: {{ x }} }\nother: [', 'text').text).toBe('text');
  expect(page('title:\n  - a\ndescription: 7', 'text')).toEqual({
    title: null,
    slug: null,
    leftOut: null,
    date: null,
    text: '7\n\ntext',
  });
});

it('TOML is read like YAML', () => {
  const { title, slug, text } = readFrontMatter(
    '+++\ntitle = "Rotate the key"\nweight = 30\nurl = "/keys/rotate/"\n+++\n\nRun it.',
  );
  expect([title, slug, text]).toEqual(['Rotate the key', '/keys/rotate/', '# Rotate the key\n\nRun it.']);
});

it('a title with a colon is a title', () => {
  expect(page('title: Keys: how to rotate\nweight: 3', 'Run it.').title).toBe('Keys: how to rotate');
});

it('an address with the name permalink is one, but no pattern', () => {
  expect(page('permalink: /setup/', 'a').slug).toBe('/setup/');
  expect(page('permalink: /:categories/:title', 'a').slug).toBe(null);
});

it.each([
  ['draft: true', 'draft: true'],
  ['published: false', 'published: false'],
  ['unlisted: true', 'unlisted: true'],
  ['published: no', 'published: false'],
  ['robots: noindex, nofollow', 'robots: noindex'],
  ['search:\n  exclude: true', 'search.exclude: true'],
  ['draft: false\npublished: true', null],
])('%j says that a page is not published: %j', (front, why) => {
  expect(page(front, 'a').leftOut).toBe(why && `its front matter says \`${why}\``);
});

it.each([
  ['redirect_to: https://a.example.com/b?c', 'https://a.example.com/b'],
  ['redirect_to:\n  - /b/', '/b/'],
])('%j says that a page leads to another', (front, target) => {
  expect(page(front, 'a').leftOut).toBe(`it only leads to ${target}`);
});

it("Docusaurus puts a page where its id says; other generators' ids are no addresses", () => {
  expect(page('id: start\nsidebar_label: Start', 'a').slug).toBe('start');
  expect(page('id: start\nslug: /begin\nsidebar_position: 1', 'a').slug).toBe('/begin');
  expect(page('id: 42', 'a').slug).toBe(null);
});

it.each([
  ['lastmod: 2025-03-01T10:00:00Z\ndate: 2020-01-01', '2025-03-01'],
  ['date: 2024-12-31', '2024-12-31'],
  ['last_update:\n  date: 2025-04-02\n  author: Anna', '2025-04-02'],
  ['updated: yesterday', null],
  ['date: 2025-13-41', null],
])('a document says when it was last changed: %s', (front, date) => {
  expect(page(front, 'text').date).toBe(date);
});

it('the dates of TOML count, too', () => {
  expect(readFrontMatter('+++\nlastmod = 2025-03-01T10:00:00Z\n+++\n\ntext').date).toBe('2025-03-01');
});
