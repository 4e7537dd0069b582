export interface Span {
  readonly start: number;
  readonly end: number;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const abbreviation = /(?:\b(?:e\.g|i\.e|etc|vs|cf|no|approx|resp|incl)|^\s*\d+|\b[A-Z])\.\s*$/iu;

/**
 * The sentences of `text` between two places, as places in it, trimmed: every one is a verbatim part of the
 * text. A line break inside a paragraph ends no sentence.
 */
export function sentencesIn(text: string, { start, end }: Span): readonly Span[] {
  const flat = text.slice(start, end).replaceAll(/[\n\r\u2028\u2029]/gu, ' ');
  const spans: { start: number; end: number }[] = [];
  for (const { index, segment } of segmenter.segment(flat)) {
    const last = spans.at(-1);
    const unfinished = last !== undefined && isOpen(flat.slice(last.start, last.end));
    if (last && unfinished) last.end = index + segment.length;
    else spans.push({ start: index, end: index + segment.length });
  }
  return spans
    .map((span) => trim(text, start + span.start, start + span.end))
    .filter((span) => span.end > span.start);
}

/** Ends at an abbreviation, inside `code`, or inside a link's address. */
const isOpen = (sentence: string): boolean =>
  abbreviation.test(sentence) ||
  /\]\([^)]*$/u.test(sentence) ||
  (sentence.match(/`/gu)?.length ?? 0) % 2 === 1;

function trim(text: string, start: number, end: number): Span {
  const whole = text.slice(start, end);
  return { start: start + (whole.length - whole.trimStart().length), end: start + whole.trimEnd().length };
}
