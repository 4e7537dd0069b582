import { expect, it } from 'vitest';
import { documentPart, topicPart } from './load-part.ts';
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

it('a document that fits is itself', () => {
  expect(documentPart(document, { query: 'port', maxTokens: 10_000, countTokens })).toBe(document);
});

it('a longer one gives its best section, under its headings', () => {
  const part = documentPart(document, { query: 'Which port?', maxTokens: 100, countTokens });
  expect(part).toBe('[…]\n\n# Guide\n## Network\n### Ports\n\nSet the port to 8080.\n');
});

it('sections come in the order of the document, with a mark where something was left out', () => {
  const part = documentPart(document, { query: 'ports and colours', maxTokens: 350, countTokens });
  expect(part.indexOf('### Ports')).toBeLessThan(part.indexOf('## Colours'));
  expect(part).not.toContain('## Network\n\nThis');
  expect(countTokens(part)).toBeLessThanOrEqual(350);
});

it('a query that says nothing gives the beginning', () => {
  expect(documentPart(document, { query: '?', maxTokens: 300, countTokens })).toContain('# Guide\n\nThis');
});

it('code that is cut is opened and closed again, so that it takes in nothing of what follows', () => {
  const code = (word: string) =>
    Array.from({ length: 60 }, (_, at) => `let ${word}${at} = "${'x'.repeat(30)}";`).join('\n');
  const long = `# Guide\n\n\`\`\`ts\n${code('first')}\n\nport();\n\n${code('last')}\n\`\`\`\n\n## Middle\n\n${filler}\n\n## Ports\n\nThe port.\n`;
  const part = documentPart(long, { query: 'port', maxTokens: 800, countTokens });
  expect(part).toContain('port();');
  expect(part).not.toContain('first0');
  expect(headingsOf(part.split('\n')).map(({ title }) => title)).toContain('Ports');
  const { isCode } = structureOf(part.split('\n'));
  expect(isCode[part.split('\n').indexOf('port();')]).toBe(true);
});

it('a topic gives its best pairs, whole', () => {
  const pairs = ['port', 'colour', 'login'].map((word, second) => {
    const timestamp = `2026-02-01T00:00:0${second}Z`;
    const turns = [
      { label: 'User', text: `Where is the ${word}?` },
      { label: 'Team', text: filler },
    ] as const;
    return { qaId: qaIdFromTimestamp(timestamp), timestamp, turns };
  });
  const part = topicPart(formatTopic(pairs), { query: 'the colour', maxTokens: 300, countTokens });
  expect(parseTopic(part).pairs).toEqual([pairs[1]]);
});
