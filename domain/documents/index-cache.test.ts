import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type IndexCache, parseIndexCache, serializeIndexCache } from './index-cache.ts';

const now = '2026-02-01T03:10:56Z';
const fileRecord = {
  source_type: 'file' as const,
  content_hash: 'abc',
  summary_text: 'About "a".\nMore.',
  last_indexed_at: now,
  summary_pending: false,
  file: { rel_path: 'a.md', size_bytes: 3, mtime_ns: 1_769_915_456_228_123_457n },
};
const urlRecord = {
  source_type: 'url' as const,
  content_hash: 'def',
  summary_text: '',
  last_indexed_at: now,
  summary_pending: true,
  url: {
    url: 'https://example.com/',
    last_fetched_at: now,
    etag: null,
    last_modified: null,
    fetch_status: 'timeout' as const,
    next_check_at: null,
  },
};
const cache: IndexCache = {
  schema_version: 1,
  generated_at: now,
  sources: { 'kb:https://example.com/': urlRecord, 'kb:a.md': fileRecord },
};

test('keys are sorted, indented by two and end in a line end, with every digit of mtime_ns', () => {
  expect(serializeIndexCache({ ...cache, sources: { 'kb:a.md': fileRecord } })).toBe(`{
  "generated_at": "2026-02-01T03:10:56Z",
  "schema_version": 1,
  "sources": {
    "kb:a.md": {
      "content_hash": "abc",
      "file": {
        "mtime_ns": 1769915456228123457,
        "rel_path": "a.md",
        "size_bytes": 3
      },
      "last_indexed_at": "2026-02-01T03:10:56Z",
      "source_type": "file",
      "summary_pending": false,
      "summary_text": "About \\"a\\".\\nMore."
    }
  }
}
`);
});

test('source ids are in code-point order', () => {
  const sources = {
    'kb:\u{1F600}': fileRecord,
    'kb:\u{FFFD}': fileRecord,
    'kb:2': fileRecord,
    'kb:10': fileRecord,
  };
  const ids = [...serializeIndexCache({ ...cache, sources }).matchAll(/"kb:(.+?)"/g)].map(
    (match) => match[1],
  );
  expect(ids).toEqual(['10', '2', '\u{FFFD}', '\u{1F600}']);
});

test('a cache is read back as it was written', () => {
  expect(parseIndexCache(serializeIndexCache(cache))).toEqual({ cache, problem: null });
  expect(parseIndexCache(serializeIndexCache({ schema_version: 1, generated_at: now, sources: {} }))).toEqual(
    {
      cache: { schema_version: 1, generated_at: now, sources: {} },
      problem: null,
    },
  );
});

test('the questions of a page are read back, and a page without any is written as before', () => {
  const asking = { ...fileRecord, questions: ['Why "a"?', 'How?'] };
  const sources = { 'kb:a.md': asking };
  expect(parseIndexCache(serializeIndexCache({ ...cache, sources })).cache?.sources).toEqual(sources);
  expect(serializeIndexCache({ ...cache, sources: { 'kb:a.md': fileRecord } })).not.toContain('questions');
});

test('any description and any time of change survive', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.bigInt({ min: 0n, max: 2n ** 63n }),
      (summary_text, mtime_ns) => {
        const sources = {
          'kb:a.md': { ...fileRecord, summary_text, file: { ...fileRecord.file, mtime_ns } },
        };
        expect(parseIndexCache(serializeIndexCache({ ...cache, sources })).cache?.sources).toEqual(sources);
      },
    ),
  );
});

test('a cache of the Python original is read: extra keys, null for what is absent, compact JSON', () => {
  const text = JSON.stringify({
    schema_version: 1,
    generated_at: '2026-02-01T03:10:56.123456Z',
    tool: 'python',
    sources: {
      'kb:https://example.com/': {
        ...urlRecord,
        file: null,
        url: { ...urlRecord.url, etag: undefined, extra: 1 },
      },
    },
  });
  const { cache: read, problem } = parseIndexCache(text);
  expect(problem).toBeNull();
  expect(read?.sources['kb:https://example.com/']).toEqual({ ...urlRecord, file: undefined });
});

test("the Python original's keys, paths and addresses alone, are read as ids", () => {
  const sources = {
    'sub/stake.txt': fileRecord,
    'https://example.com/': urlRecord,
    'team:port.txt': fileRecord,
  };
  const text = serializeIndexCache({ ...cache, sources });
  const { cache: read, problem } = parseIndexCache(text);
  expect(problem).toBeNull();
  expect(read?.sources).toEqual({
    'kb:sub/stake.txt': fileRecord,
    'kb:https://example.com/': urlRecord,
    'team:port.txt': fileRecord,
  });
});

test.each([
  '{',
  '',
  '['.repeat(100_000),
  'null',
  '{"schema_version": 2}',
  '{"schema_version": 1}',
  '{"schema_version": 1, "generated_at": "today", "sources": {}}',
])('%.40s is no cache', (text) => {
  const { cache: read, problem } = parseIndexCache(text);
  expect(read).toBeNull();
  expect(problem).toContain('schema_version 1');
});

test.each([
  ['a file without its file', { ...fileRecord, file: undefined }],
  ['a time that is none', { ...fileRecord, last_indexed_at: 'yesterday' }],
  ['a status that is unknown', { ...urlRecord, url: { ...urlRecord.url, fetch_status: 'ok' } }],
  ['a fraction as mtime_ns', { ...fileRecord, file: { ...fileRecord.file, mtime_ns: 1.5 } }],
  ['no object', 7],
])('a record with %s is left out alone, and the sentence says so', (_, broken) => {
  const text = `{"schema_version":1,"generated_at":"${now}","sources":{"kb:b.md":${JSON.stringify(
    broken,
    (_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value),
  )},"kb:https://example.com/":${JSON.stringify(urlRecord)}}}`;
  const { cache: read, problem } = parseIndexCache(text);
  expect(Object.keys(read?.sources ?? {})).toEqual(['kb:https://example.com/']);
  expect(problem).toContain('1 of its records');
});

test('an id that no index could hold is left out', () => {
  const text = serializeIndexCache({
    ...cache,
    sources: { 'kb:a\nkb:b': fileRecord, 'kb:a.md': fileRecord },
  });
  expect(Object.keys(parseIndexCache(text).cache?.sources ?? {})).toEqual(['kb:a.md']);
});
