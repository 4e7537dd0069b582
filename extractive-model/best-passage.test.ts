import { describe, expect, test } from 'vitest';
import type { PromptSection } from '../domain/models/prompt-sections.ts';
import { answerGeneration } from './generate.ts';

const other = '# Cookies\n\nParse cookies with the cookie plugin. Signed cookies need a secret.\n';

test.each([
  ["What's her name?", 'How can code discover the name of an object?', false],
  ["I don't have a computer", 'Why is Python installed on my computer?', false],
  ['Where do I set the port?', 'Ports', true],
])('of %j one word alone is matched by %j if that says little else', (question, heading, isQuoted) => {
  const filler = Array.from({ length: 5 }, (_, at) => `## Shelf ${at}\n\nOf oak.`).join('\n\n');
  const text = `# Guide\n\n${filler}\n\n## ${heading}\n\nSet it to 8080.\n`;
  const sections: readonly PromptSection[] = [
    { name: 'question', id: null, text: question },
    { name: 'source', id: 'kb:guide.md', text },
  ];
  expect(answerGeneration(sections).answer?.includes('8080') ?? false).toBe(isQuoted);
});

describe('from sources that a search found', () => {
  const filler = Array.from(
    { length: 40 },
    (_, at) => `## Part ${at}\n\nThe store keeps entry ${at}. ${'It is kept for long. '.repeat(20)}`,
  ).join('\n\n');
  const found = (text: string): readonly PromptSection[] => [
    { name: 'source', id: 'kb:found.md', text: `${text}\n\n${filler}`, by: 'search' },
    { name: 'source', id: 'kb:other.md', text: other, by: 'search' },
  ];
  const reply = (question: string, text: string) =>
    answerGeneration([{ name: 'question', id: null, text: question }, ...found(text)]);
  const asked = (question: string, text: string) => reply(question, text).answer;

  test('two words of a question that stand in one place by chance are no answer', () => {
    const text = '# Shelves\n\nA shelf can be painted. Drawers are of oak.';
    expect(asked('how do I paint a drawer?', text)).toBeNull();
    const whole = found(text).map(({ name, id, text: read }) => ({ name, id, text: read }));
    expect(
      answerGeneration([{ name: 'question', id: null, text: 'how do I paint a drawer?' }, ...whole]).answer,
    ).toContain('painted');
  });

  test('the words of a question have to stand close together', () => {
    const question = 'how do I paint the oak drawers of a shelf white?';
    const near = 'Paint the oak drawers of the shelf white with a brush.';
    expect(asked(question, `# Care\n\n${near}`)).toContain(near);
    const between = ' It is done by hand.\n\nIt takes an hour.';
    const apart = `Use paint.${between} Oak is heavy.${between} Drawers slide.${between} A shelf is white.`;
    expect(asked(question, `# Care\n\n${apart}`)).toBeNull();
  });

  test('a question of which no page has the telling word is not answered', () => {
    const text = '# Care\n\nPaint the oak drawers of the shelf white with a brush.';
    expect(asked('how do I paint the oak drawers of a shelf white?', text)).toContain('brush');
    expect(asked('how do I paint the kubernetes drawers of a shelf?', text)).toBeNull();
  });

  test.each([
    'Hello all! how do I paint an oak shelf',
    'how do I paint an oak shelf please',
    'how do I paint an oak shelf? thanks in advance',
  ])('courtesies change nothing: %j', (question) => {
    const text = '# Care\n\n## How to paint an oak shelf\n\nWith a brush.';
    expect(reply(question, text)).toEqual(reply('how do I paint an oak shelf', text));
    expect(asked(question, text)).toContain('brush');
  });

  test('of pages that say it, the first that the search found is quoted, and another one only for the question itself', () => {
    const question = 'how do I paint the oak drawers of a shelf white?';
    const says = found('# Care\n\nPaint the oak drawers of the shelf white with a brush.');
    const answerOf = (sources: readonly PromptSection[]) =>
      answerGeneration([{ name: 'question', id: null, text: question }, ...sources]);
    expect(answerOf(says).citations).toEqual([{ source_id: 'kb:found.md', qa_ids: [] }]);
    expect(answerOf(says.toReversed()).answer).toBeNull();
    const asks = found(`# Questions\n\n## ${question}\n\nWith a brush.`);
    expect(answerOf(asks.toReversed()).citations).toEqual([{ source_id: 'kb:found.md', qa_ids: [] }]);
  });

  test('a line that is the question itself is enough', () => {
    const text = '# Questions\n\n## What is a drawer?\n\nA box that slides.';
    expect(asked('What is a drawer?', text)).toContain('A box that slides.');
    expect(asked('What is a shelf?', text)).toBeNull();
    expect(asked('Why is a drawer?', text)).toBeNull();
  });
});
