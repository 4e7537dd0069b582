import { describe, expect, it } from 'vitest';
import { findExcerpts } from './marked-excerpts.ts';
import { masked } from './moderate.ts';

const text = 'My name is Jane Doe and my customer number is 99-A-17. Jane Doe again.';
const mask = (excerpts: readonly string[]) => masked(text, findExcerpts(text, excerpts));

describe("a model's marks", () => {
  it('are masked wherever they stand', () => {
    expect(mask(['Jane Doe', '99-A-17'])).toBe(
      'My name is [personal data removed] and my customer number is [personal data removed]. [personal data removed] again.',
    );
  });

  it.each([
    ['the echoed text', [text]],
    ['most of the text', [text.slice(0, 50)]],
    ['a text that it rewrote', ['My name is XXX and my customer number is XXX.']],
    ['nothing', []],
    ['blanks and letters', ['', ' ', 'a']],
    ['what was masked before', ['[email removed]']],
  ])('do not count when they are %s', (_, excerpts) => {
    expect(mask(excerpts)).toBe(text);
  });
});
