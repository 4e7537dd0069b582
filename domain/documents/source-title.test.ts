import { expect, it } from 'vitest';
import { sourceTitle } from './shown-source.ts';

it.each([
  ['# Install', 'Install'],
  ['intro\n\n# The `fetch` [API](x.md) #\n', 'The fetch API'],
  ['```sh\n# no heading\n```\n# Yes', 'Yes'],
  ['Install\n=======\n\ntext', 'Install'],
  ['=======\nInstall\n=======\n\ntext', 'Install'],
  ['---\nid: 1\n---\n# Install', 'Install'],
  ['<h1 align="center">Product</h1>\n\n## Some section', 'Getting Started'],
  ['\n\nJust a line.\nMore.', 'Getting Started'],
  ['# <br>\n\n# Real', 'Real'],
  ['  \n', 'Getting Started'],
])('of %j is %j', (text, title) => {
  expect(sourceTitle(text, 'guides/Getting-Started.md')).toBe(title);
});

it('is cut where it is too long, between characters', () => {
  const title = sourceTitle(`# ${'𝒳'.repeat(200)}`, 'a.md');
  expect(title.length).toBeLessThanOrEqual(120);
  expect(title.isWellFormed()).toBe(true);
});
