import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mistakes } from '../test/support/values/load-given.ts';
import { loadConfig } from './load.ts';
import { ConfigError } from './problem.ts';

const load = (yaml: string) =>
  loadConfig({ path: 'c.yaml', env: {}, dotenvPath: null, readFile: () => `kb:\n  sources:\n${yaml}` });

function problems(yaml: string) {
  try {
    load(yaml);
  } catch (error) {
    if (error instanceof ConfigError)
      return error.problems.map(({ path, expected }) => `${path}: ${expected}`);
    throw error;
  }
  return [];
}

describe('kb.sources', () => {
  it('takes folders, single addresses and sites', () => {
    const { kb } = load(`
    - { folder: ../handbook, name: handbook, include: ['**/*.md'], exclude: ['drafts/**'] }
    - { url: https://example.com/faq, title: FAQ }
    - { site: https://docs.example.com/en/, prefix: https://docs.example.com/, max_pages: 50, max_depth: 0 }
    - { openapi: api/shop.yaml }
    - { openapi: https://example.com/api }`).config;
    expect(kb.sources.map(({ folder, url, site, openapi }) => folder ?? url ?? site ?? openapi)).toEqual([
      resolve('../handbook'),
      'https://example.com/faq',
      'https://docs.example.com/en/',
      resolve('api/shop.yaml'),
      'https://example.com/api',
    ]);
  });

  it.each([
    [
      '- { title: Nothing }',
      'kb.sources[0]: one of folder, url, site, github and openapi, and not several of them',
    ],
    [
      '- { folder: a, name: a, url: https://example.com/ }',
      'kb.sources[0]: one of folder, url, site, github and openapi, and not several of them',
    ],
    ['- { folder: a }', 'kb.sources[0]: a name beside folder: its documents are kb:<name>/… then'],
    [
      '- { url: https://example.com/, max_pages: 5 }',
      'kb.sources[0].max_pages: nothing here: a url has no max_pages',
    ],
    [
      '- { site: https://example.com/, prefix: https://example.com/docs/ }',
      'kb.sources[0].prefix: the beginning of the address in site',
    ],
    [
      '- { openapi: api/shop.txt }',
      'kb.sources[0].openapi: the address or the file (.json, .yaml, .yml) of a description of an API',
    ],
    [
      '- { url: https://anna:secret@example.com/ }',
      'kb.sources[0].url: an address that starts with http:// or https://, without a password or a key in it',
    ],
  ])('%s is refused', (yaml, expected) => {
    expect(problems(`    ${yaml}`)).toEqual([expected]);
  });

  it.each([
    '{ site: https://a.example, url: https://b.example, title: A }',
    '{ title: A, group: a }',
    '{ file: b }',
    '{}',
  ])('are refused as %s', (entry) => {
    expect(mistakes({ yaml: `kb: { sources: [${entry}] }` }).problems).toContainEqual({
      path: 'kb.sources[0]',
      found: 'a group of settings',
      expected: 'one of folder, url, site, github and openapi, and not several of them',
      origin: 'c.yaml:1',
    });
  });

  it('says how to write an address that stands alone', () => {
    expect(mistakes({ yaml: 'kb: { sources: [https://example.com] }' }).problems).toMatchObject([
      { found: '"https://example.com"', expected: expect.stringContaining('`url: https://example.com`') },
    ]);
  });

  it('tells the mistakes of all entries, with the line of the list', () => {
    const yaml = `
    - url: https://example.com/
      titel: FAQ
    - { folder: a, name: x, max_pages: 5 }
    - file: b
    - 7`;
    const { problems: found } = mistakes({ yaml: `kb:\n  sources:${yaml}` });
    expect(found.map(({ path, origin }) => `${path} ${origin}`)).toEqual([
      'kb.sources[0].titel c.yaml:2',
      'kb.sources[1].max_pages c.yaml:2',
      'kb.sources[2].file c.yaml:2',
      'kb.sources[2] c.yaml:2',
      'kb.sources[3] c.yaml:2',
    ]);
  });

  it('tells the mistake of a variable with its name, whatever stands in the file', () => {
    const given = {
      yaml: 'kb:\n  sources:\n    - url: https://a.example',
      env: { STEWARD__KB__SOURCES: '[{ url: x }]' },
    };
    expect(mistakes(given).problems).toMatchObject([
      { path: 'kb.sources[0].url', origin: 'STEWARD__KB__SOURCES' },
    ]);
  });
});
