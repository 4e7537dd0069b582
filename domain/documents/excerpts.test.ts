import { expect, it } from 'vitest';
import { bestExcerpts, likeliestPairs, shownOf, type Excerpt } from './excerpts.ts';
import { headingsOf, structureOf } from './headings.ts';
import { formatTopic, parseTopic } from '../team/qa-blocks.ts';
import { qaIdFromTimestamp } from '../values/qa-id.ts';
import { countTokens } from '../values/tokens.ts';

const filler = 'This sentence is about nothing in particular. '.repeat(20);
const document = [
  '# Guide',
  filler,
  '## Network',
  filler,
  '### Ports',
  'Set the port to 8080.',
  '## Colours',
  filler,
].join('\n\n');

const documentPart = (text: string, wanted: { readonly query: string; readonly maxTokens: number }) =>
  bestExcerpts([{ sourceId: 'kb:a.md', text }], { ...wanted, countTokens })[0]?.text ?? '';

it('a document that fits is itself', () => {
  expect(documentPart(document, { query: 'port', maxTokens: 10_000 })).toBe(document);
});

it('a longer one gives its best section, under its headings', () => {
  const part = documentPart(document, { query: 'Which port?', maxTokens: 100 });
  expect(part).toBe(
    '[… Guide, Network]\n\n# Guide\n## Network\n### Ports\n\nSet the port to 8080.\n\n[… Colours]',
  );
});

it('a mark names what was left out, the outermost headings where they are too many', () => {
  const chapter = (at: number) =>
    [
      `## Chapter ${at}`,
      filler,
      ...[1, 2, 3, 4].flatMap((part) => [`### Detail ${at}.${part}`, filler]),
    ].join('\n\n');
  const long = [document, ...Array.from({ length: 12 }, (_, at) => chapter(at + 1))].join('\n\n');
  const mark = documentPart(long, { query: 'Which port?', maxTokens: 300 }).split('\n').at(-1) ?? '';
  for (let at = 1; at <= 12; at += 1) expect(mark).toContain(`Chapter ${at}, `);
  expect(mark).toMatch(/^\[… Colours, .*Detail 1\.1, .*, …\]$/u);
  expect(mark.length).toBeLessThan(340);
});

it('sections come in the order of the document, with a mark where something was left out', () => {
  const part = documentPart(document, { query: 'ports and colours', maxTokens: 350 });
  expect(part.indexOf('### Ports')).toBeLessThan(part.indexOf('## Colours'));
  expect(part).not.toContain('## Network\n\nThis');
  expect(countTokens(part)).toBeLessThanOrEqual(350);
});

it.each(['**Warning: Beta**\n\nOf the beta.', '> [!WARNING]\n> Of the beta.', '**Danger:** Of the beta.'])(
  'a warning at the head of a page stands above whatever of it is shown: %s',
  (head) => {
    const page = document.replace(filler, head);
    const part = documentPart(page, { query: 'Which port?', maxTokens: 150 });
    expect(part).toMatch(/Of the beta\.[^]*Set the port to 8080/u);
    expect(part).not.toContain('nothing in particular');
  },
);

it('a query that says nothing gives the beginning', () => {
  expect(documentPart(document, { query: '?', maxTokens: 300 })).toContain('# Guide\n\nThis');
});

it('code that is cut is opened and closed again, so that it takes in nothing of what follows', () => {
  const code = (word: string) =>
    Array.from({ length: 60 }, (_, at) => `let ${word}${at} = "${'x'.repeat(30)}";`).join('\n');
  const long = `# Guide\n\n\`\`\`ts\n${code('first')}\n\nport();\n\n${code('last')}\n\`\`\`\n\n## Middle\n\n${filler}\n\n## Ports\n\nThe port.\n`;
  const part = documentPart(long, { query: 'port', maxTokens: 800 });
  expect(part).toContain('port();');
  expect(part).not.toContain('first0');
  expect(headingsOf(part.split('\n')).map(({ title }) => title)).toContain('Ports');
  const { isCode } = structureOf(part.split('\n'));
  expect(isCode[part.split('\n').indexOf('port();')]).toBe(true);
});

const pairs = ['port', 'colour', 'login'].map((word, second) => {
  const timestamp = `2026-02-01T00:00:0${second}Z`;
  const turns = [
    { label: 'User', text: `Where is the ${word}?` },
    { label: 'Team', text: filler },
  ] as const;
  return { qaId: qaIdFromTimestamp(timestamp), timestamp, turns };
});

it('a topic gives its best pairs, whole', () => {
  const topic = { sourceId: 'team:a.txt', text: formatTopic(pairs) };
  const [part] = bestExcerpts([topic], { query: 'the colour', maxTokens: 300, countTokens });
  expect(parseTopic(part?.text ?? '').pairs).toEqual([pairs[1]]);
});

it('the likeliest pairs are bounded in number and in tokens', () => {
  const among = { query: 'the colour of the port', countTokens };
  expect(likeliestPairs(pairs, { ...among, maxPairs: 2, maxTokens: 10_000 })).toEqual(pairs.slice(0, 2));
  expect(likeliestPairs(pairs, { ...among, maxPairs: 2, maxTokens: 300 })).toEqual([pairs[0]]);
});

it('sources that do not fit together give their best sections together, and each source its best', () => {
  const other = document.replaceAll('Ports', 'Plugs').replace('Set the port to 8080.', 'Plug it in.');
  const sources = [
    { sourceId: 'kb:other.md', text: other },
    { sourceId: 'kb:a.md', text: document },
  ];
  const shown = bestExcerpts(sources, { query: 'Which port?', maxTokens: 700, countTokens });
  expect(shown.map(({ sourceId }) => sourceId)).toEqual(['kb:other.md', 'kb:a.md']);
  expect(shown[1]?.text).toContain('Set the port to 8080.');
});

it('what is shown already is not read again, and all that was shown stands together in the order of the source', () => {
  const source = { sourceId: 'kb:a.md', text: document };
  const read = (query: string, shown: readonly Excerpt[] = []) =>
    bestExcerpts([source], { query, shown, maxTokens: 350, countTokens });
  const first = read('Which port?');
  const second = read('Which port?', first);
  expect(first[0]?.text).toContain('Set the port to 8080.');
  expect(second[0]?.text).not.toContain('Set the port to 8080.');
  expect(second[0]?.parts).not.toEqual([]);
  const together = shownOf(source, [...second, ...first])?.text ?? '';
  for (const { text } of [...first, ...second])
    for (const line of text.split('\n').filter((one) => /^[^[].*[a-z]/u.test(one)))
      expect(together).toContain(line);
  expect(shownOf(source, [{ sourceId: source.sourceId, parts: null }, ...first])).toEqual(source);
  expect(shownOf({ ...source, sourceId: 'kb:b.md' }, first)).toBeNull();
});

it('of a topic the newest pair comes first, whole or in part', () => {
  const text = formatTopic(pairs);
  const order = (maxTokens: number) => {
    const [excerpt] = bestExcerpts([{ sourceId: 'team:a.txt', text }], {
      query: 'login',
      maxTokens,
      countTokens,
    });
    return parseTopic(excerpt?.text ?? '').pairs.map(({ qaId }) => qaId);
  };
  const newestFirst = pairs.map(({ qaId }) => qaId).toReversed();
  expect(order(100_000)).toEqual(newestFirst);
  const two = order(countTokens(text) * 0.8);
  expect(two).toHaveLength(2);
  expect(two).toEqual(newestFirst.filter((id) => two.includes(id)));
});

it('a section that is longer than one part is shown with its end, before others', () => {
  const long = `## Deleting\n\nDelete a message by its queue id. ${filler}\n\n${filler}\n\nOnly its own queue is safe.`;
  const page = ['# Queue', filler, long, '## Colours', `A message has colours. ${filler}`].join('\n\n');
  const part = documentPart(page, { query: 'How do I delete a message by its queue id?', maxTokens: 450 });
  expect(part).toContain('Only its own queue is safe.');
});

it('the section that a search found comes first, whatever words the query has', () => {
  const wanted = { query: 'ports', maxTokens: 220, found: ['Guide', 'Colours'], countTokens };
  const [source] = bestExcerpts([{ sourceId: 'kb:a.md', text: document }], wanted);
  expect(source?.text).toContain('## Colours\n\nThis');
});
