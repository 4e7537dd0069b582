import { describe, expect, it } from 'vitest';
import { describableText } from './outline.ts';

const countTokens = (text: string) => Math.ceil(text.length / 4);
const outline = (text: string, maxTokens: number) => describableText(text, { maxTokens, countTokens });

const long = Array.from(
  { length: 40 },
  (_, at) => `## Section ${at}\n\nSentence one of ${at}. ${'Filling words follow here. '.repeat(40)}`,
).join('\n\n');

describe('what a document is described by', () => {
  it('is the document where it fits', () => {
    expect(outline('# A\r\n\ntext ', 100)).toBe('# A\r\n\ntext ');
  });

  it('is every heading with its first sentences where it is too long', () => {
    const text = outline(long, 1_000);
    expect(countTokens(text)).toBeLessThanOrEqual(1_000);
    for (let at = 0; at < 40; at += 1) expect(text).toContain(`## Section ${at}\nSentence one of ${at}.`);
  });

  it('knows underlined headings', () => {
    expect(outline(`Title\n=====\n\n${'Words. '.repeat(400)}`, 60)).toMatch(/^Title\nWords\./u);
  });

  it('stays within the budget with more headings than fit, and with no break at all', () => {
    const headings = Array.from({ length: 500 }, (_, at) => `# Heading number ${at}`).join('\n');
    expect(countTokens(outline(headings, 100))).toBeLessThanOrEqual(100);
    expect(outline(headings, 100)).toMatch(/^# Heading number 0\n/u);
    expect(countTokens(outline('x'.repeat(10_000), 50))).toBeLessThanOrEqual(50);
  });

  it('is the same for the same text', () => {
    expect(outline(long, 500)).toBe(outline(long, 500));
  });
});
