import { describe, expect, it } from 'vitest';
import { sharedBy, withoutShared } from './shared-lines.ts';

const names = ['Ports', 'Hosts', 'Keys', 'Users', 'Backups'];
const page = (name: string, at: number) => ({
  title: `${name} - Acme Docs`,
  text: [
    'We use cookies. Accept all?',
    `# ${name} - Acme Docs`,
    `[Edit this page](https://github.com/acme/edit/${name}.md)`,
    `What ${name} are for.`,
    '**Returns**',
    '',
    `A value of ${name}.`,
    'This product is sold without any warranty of ours.',
    '## Example',
    '```\nnpm install acme\n```',
    '| Name | Value |\n| --- | --- |\n| a | b |',
    `More about ${name}.`,
    'Was this page helpful?',
    `Last updated on ${['Jan', 'May'][at % 2]} ${at + 1}, 2024`,
  ].join('\n'),
});
const pages = names.map(page);

it('what most pages have around their text goes, and what is their text stays', () => {
  const [first] = pages.map((one) => withoutShared(one, sharedBy(pages)));
  expect(first).toEqual({
    title: 'Ports',
    text: '# Ports\nWhat Ports are for.\n**Returns**\n\nA value of Ports.\n## Example\n```\nnpm install acme\n```\n| Name | Value |\n| --- | --- |\n| a | b |\nMore about Ports.',
  });
});

it('a title that is the site’s gives way to the first heading', () => {
  const same = names.map((name) => ({ title: 'Acme', text: `# Acme\n\n## ${name}\n\nAbout ${name}.` }));
  expect(withoutShared(same[1] ?? page('', 0), sharedBy(same))).toEqual({
    title: 'Hosts',
    text: '## Hosts\n\nAbout Hosts.',
  });
});

it('a page that has nothing of its own is empty', () => {
  const shells = [...pages, { title: 'Oops', text: 'Was this page helpful?' }];
  expect(withoutShared({ title: 'Oops', text: 'Was this page helpful?' }, sharedBy(shells)).text).toBe('');
});

it('rows of links that lead on go, whatever they name', () => {
  const linked = names.map((name, at) => ({
    title: name,
    text: `| [Prev](${at}.html) | Manual | [Next](${at + 2}.html) |\n| --- | --- | --- |\n\n# ${name}\n\nNext: [Part ${at}](part-number-${at}.html), Up: [Manual](index-of-all.html)\n\nAbout ${name}.`,
  }));
  expect(withoutShared(linked[2] ?? page('', 0), sharedBy(linked)).text).toBe('# Keys\n\nAbout Keys.');
});

describe('nothing goes', () => {
  it('of three pages, which may agree by chance', () => {
    const few = pages.slice(0, 3);
    expect(few.map((one) => withoutShared(one, sharedBy(few)))).toEqual(few);
  });

  it('that half of the pages have', () => {
    const half = names.flatMap((name) => [page(name, 0), { title: name, text: `All of ${name}.` }]);
    expect(sharedBy(half).lines.size).toBe(0);
  });
});
