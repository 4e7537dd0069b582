import { expect, it } from 'vitest';
import { readFrontMatter } from './front-matter.ts';

const page = (front: string, body: string) => readFrontMatter(`---\n${front}\n---\n\n${body}`);

it('title, description and tags stand at the beginning of the text', () => {
  const front =
    'title: Refund policy\ndescription: When money goes back.\ntags: [billing, refunds]\ndraft: false';
  expect(page(front, 'Within 30 days.\n')).toEqual({
    title: 'Refund policy',
    slug: null,
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
  ['no front matter', '# A\n\ntext'],
  ['a line between paragraphs', '---\nJust a paragraph.\n---\n\ntext'],
  ['a front matter without an end', '---\ntitle: x\n\ntext'],
])('%s is text', (_, document) => {
  expect(readFrontMatter(document)).toEqual({ title: null, slug: null, text: document });
});

it('what cannot be read is left out, whatever it is', () => {
  expect(page('title: {{ x }} }\nother: [', 'text').text).toBe('text');
  expect(page('title:\n  - a\ndescription: 7', 'text')).toEqual({
    title: null,
    slug: null,
    text: '7\n\ntext',
  });
});
