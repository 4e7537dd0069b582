import { describe, expect, it } from 'vitest';
import { isInScope } from './source-scope.ts';
import { sourceOrigins } from './source-origins.ts';

const originsOf = (sources: readonly { name: string; group?: string; version?: string }[]) =>
  sourceOrigins({
    kb: {
      sources_dir: 'docs',
      sources: sources.map((source) => ({ folder: `/${source.name}`, ...source })),
      links_file_path: null,
      public_urls: {},
    },
  });

const versions = ['1.x', '2.x', '10.x'];
const origins = originsOf(versions.map((version) => ({ name: `v${version}`, version })));
const chosen = (...named: string[]) =>
  versions.filter((version) => isInScope(origins, { groups: null, named })(`kb:v${version}/a.md`));

describe('of several versions of a documentation', () => {
  it.each([
    ['How do I set the port?', '10.x'],
    ['How do I set the port in 1.4.2?', '1.x'],
    ['the port of v2', '2.x'],
    ['since version 2 it fails', '2.x'],
    ['acme@2.0.1 fails', '2.x'],
    ['[tags: v1, setup]', '1.x'],
    ['It takes 2.5 seconds and 1.5 GB', '10.x'],
    ['I have 2 servers at 10.0.0.1 and 1.2.3.4', '10.x'],
    ['It fails in 3.1', '10.x'],
    ['TypeScript 1.9 and uuid v2', '10.x'],
    ['proxy /api/v2/* to it', '10.x'],
    ['I moved from 2 to 1, and it fails', '1.x'],
    ['Renovate moved us from 2.4.1 to 1.21.2', '1.x'],
    ['We went from 2.4 straight to 1.5', '1.x'],
    ['Seit wir von acme 2.4 auf 1.5 gewechselt haben', '1.x'],
    ['coming from 2.4, now on 1', '1.x'],
    ['rolled back to acme 1 after the upgrade to 2', '1.x'],
    ['acme version: 2.8.2\nlinux version: 1.12.4', '2.x'],
    ['acme = { version = "2.11.7" }, and what about 1.10?', '2.x'],
    ['since 1.7.2025 it closes', '10.x'],
    ['http for 1.x.x.x addresses, for $1.28 a day', '10.x'],
    ['/v1/users is right, /v2/users is not', '10.x'],
    ['acme 2.0.1 on node 1.4', '2.x'],
    ['timeout: 1.5 and ratio=1.2', '10.x'],
    ['It runs at 2.4 GHz, and costs 1.50 USD for 1.000 users', '10.x'],
    ['under the Apache License 2.0 or GPL v2', '10.x'],
    ['Manifest V2, WCAG 2.1, React Router v1', '10.x'],
    ['I am NOT on v1', '10.x'],
    ['on `2.1.0` it fails', '2.x'],
    ['Versión 2 no arranca', '2.x'],
    ['バージョン2で動かない', '2.x'],
    ['https://docs.acme.com/v2/ports says so', '10.x'],
  ])('%j is answered from %s alone', (question, version) => {
    expect(chosen(question)).toEqual([version]);
  });

  it('what the question names counts before what the conversation named', () => {
    expect(chosen('And in 2.1?', 'How do I set it in 1.4?')).toEqual(['2.x']);
    expect(chosen('And the host?', 'How do I set it in 1.4?')).toEqual(['1.x']);
    expect(chosen('And in the latest version?', 'How do I set it in 1.4?')).toEqual(['10.x']);
  });

  it('the longest fit counts, and a release before what leads to it', () => {
    const close = originsOf(
      ['1.1', '1.10', '2.0.0-rc.1', '2.0.0'].map((version) => ({ name: `v${version}`, version })),
    );
    const isIn = (question: string) => isInScope(close, { groups: null, named: [question] });
    expect(isIn('in 1.10.2')('kb:v1.10/a.md')).toBe(true);
    const beside = originsOf(['2.1', '2'].map((version) => ({ name: `v${version}`, version })));
    expect(isInScope(beside, { groups: null, named: ['in release 2'] })('kb:v2/a.md')).toBe(true);
    expect(isIn('in 1.10.2')('kb:v1.1/a.md')).toBe(false);
    expect(isIn('anything')('kb:v2.0.0/a.md')).toBe(true);
  });

  it.each([
    [['main', 'v1'], 'the main reason is unclear', 'main'],
    [['next', 'v1'], 'What comes next?', 'v1'],
    [['next', 'v1'], 'on the next branch', 'next'],
    [['1.x', 'pre-release'], 'in the pre-release docs', 'pre-release'],
    [['1.0', '2.0.0-rc.1'], 'with 2.0.0-rc.1', '2.0.0-rc.1'],
    [['1.x', '2.x'], 'TLS 1.2 fails', '2.x'],
    [['1.x', '2.x'], 'see section 1.3', '2.x'],
    [['1.x', '2.x'], 'release 1 fails', '1.x'],
    [['5.28', '6.x'], 'with 5.22.1', '5.28'],
  ])('of %j, %j is answered from %s', (names, question, version) => {
    const several = originsOf(names.map((name) => ({ name, version: name })));
    const isIn = isInScope(several, { groups: null, named: [question] });
    expect(names.filter((name) => isIn(`kb:${name}/a.md`))).toEqual([version]);
  });

  it('behind the name of its group a number is a version', () => {
    const own = originsOf(['1.x', '2.x'].map((version) => ({ name: `a${version}`, version, group: 'acme' })));
    for (const named of [
      'How do I pin the port in acme 1?',
      'the log has "acme/1.13.0"',
      'https://errors.acme.dev/1.7/v/missing',
      'https://docs.acme.com/v1/ports',
      'I want 2.5 of it with acme 1.3',
    ])
      expect(isInScope(own, { groups: null, named: [named] })('kb:a1.x/a.md')).toBe(true);
  });

  it('a name such as latest comes before numbers', () => {
    const named = originsOf(['3.0', 'latest'].map((version) => ({ name: version, version })));
    expect(isInScope(named, { groups: null, named: ['x'] })('kb:latest/a.md')).toBe(true);
    expect(isInScope(named, { groups: null, named: ['in 3.0'] })('kb:latest/a.md')).toBe(false);
  });
});

describe('groups', () => {
  const grouped = originsOf([
    { name: 'app', group: 'app' },
    { name: 'api1', group: 'api', version: '1' },
    { name: 'api2', group: 'api', version: '2' },
    { name: 'faq' },
  ]);
  const ids = ['kb:app/a.md', 'kb:api1/a.md', 'kb:api2/a.md', 'kb:faq/a.md', 'kb:loose.md'];
  const within = (groups: readonly string[] | null) => ids.filter(isInScope(grouped, { groups, named: [] }));

  it('limit a question to theirs and to documents of none; each has its own versions', () => {
    expect(within(['app'])).toEqual(['kb:app/a.md', 'kb:faq/a.md', 'kb:loose.md']);
    expect(within(['api'])).toEqual(['kb:api2/a.md', 'kb:faq/a.md', 'kb:loose.md']);
    expect(within(null)).toEqual(ids.filter((id) => id !== 'kb:api1/a.md'));
  });
});
