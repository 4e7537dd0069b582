import { expect, test } from 'vitest';
import { itself, newSource, type KnownSource } from './known-sources.ts';
import { sourceReports } from './source-report.ts';

const indexed = (sourceId: string, origin = 'docs'): KnownSource => ({
  ...newSource({ sourceId, kind: 'file', origin }),
  record: { summary_text: 'About it.' } as KnownSource['record'],
});
const failing = (sourceId: string, error: string): KnownSource => ({
  ...newSource({ sourceId, kind: 'file', origin: 'docs' }),
  error,
});
const words = (subject: string) =>
  `${subject} is what this page is about, and it says in a sentence or two how ${subject} is set up and removed.`;
const page = (sourceId: string, title: string, text = words(sourceId)) => ({ sourceId, title, text });

test('counts the pages of each entry of the config, and says why others are not there', () => {
  const known = [
    indexed('kb:a'),
    indexed('kb:b', 'site'),
    failing('kb:c', 'Left out: draft'),
    failing('kb:d', 'Left out: draft'),
    failing('kb:e', 'It is no text'),
  ];
  expect(sourceReports(known, [page('kb:a', 'A'), page('kb:b', 'B')])).toEqual([
    {
      origin: 'docs',
      pages: 1,
      leftOut: [
        { reason: 'Left out: draft', pages: 2 },
        { reason: 'It is no text', pages: 1 },
      ],
      doubts: [],
    },
    { origin: 'site', pages: 1, leftOut: [], doubts: [] },
  ]);
});

test('names a title that repeats, pages of links and pages without text', () => {
  const links = Array.from({ length: 20 }, (_, at) => `- [Chapter number ${at}](c${at}.md)`).join('\n');
  const pages = [
    page('kb:a', 'Acme'),
    page('kb:b', 'Acme'),
    page('kb:c', 'C', links),
    page('kb:d', 'D', '# D'),
  ];
  const [report] = sourceReports(
    pages.map(({ sourceId }) => indexed(sourceId)),
    pages,
  );
  expect(report?.doubts).toEqual([
    '2 pages have the title "Acme": kb:a, kb:b',
    '1 page with hardly any text: kb:d',
    '1 page of links, nearly nothing else: kb:c',
  ]);
});

test('names what most pages of an entry still contain, beside what threads have of Steward', () => {
  const pages = Array.from({ length: 6 }, (_, at) =>
    page(`kb:${at}`, `T${at}`, `${words(`Part ${at}`)}\n\nAsk our sales team today.`),
  );
  const [report] = sourceReports(
    pages.map(({ sourceId }) => indexed(sourceId)),
    pages,
  );
  expect(report?.doubts).toEqual(['Most pages contain "ask our sales team today"']);
  const threads = pages.map(({ sourceId }) => ({ ...indexed(sourceId), describedBy: itself }));
  expect(sourceReports(threads, pages)[0]?.doubts).toEqual([]);
});
