export interface Span {
  readonly start: number;
  readonly end: number;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const abbreviation = /\b(?:e\.g|i\.e|etc|vs|cf|no|approx|resp|incl|[A-Z])\.$|\[!$/iu;
const number = /^\s{0,9}\d{1,9}\.$/u;

/** The trimmed sentences of `text` between two indexes, as indexes. A line break inside a paragraph does not end a sentence. */
export function sentencesIn(text: string, { start, end }: Span): readonly Span[] {
  const flat = text.slice(start, end).replaceAll(/[\n\r\u2028\u2029]/gu, ' ');
  const spans: { start: number; end: number }[] = [];
  let open: Open = closed;
  for (const { index, segment } of segmenter.segment(flat)) {
    const last = spans.at(-1);
    const goesOn = last !== undefined && (open.inCode || open.inLink || open.isShortened);
    if (goesOn) last.end = index + segment.length;
    else spans.push({ start: index, end: index + segment.length });
    open = openAfter(segment, goesOn ? open : closed, (spans.at(-1)?.start ?? 0) === index);
  }
  return spans
    .map((span) => trim(text, start + span.start, start + span.end))
    .filter((span) => span.end > span.start);
}

/** Why a sentence continues after a segment: an abbreviation, the mark of a callout (`[!NOTE]`), `code`, or a link's address. */
interface Open {
  readonly inCode: boolean;
  readonly inLink: boolean;
  readonly isShortened: boolean;
}

const closed: Open = { inCode: false, inLink: false, isShortened: false };
const longestAbbreviation = 24;

/** Reads only the new segment, so that a paragraph that never closes its code is read once. */
function openAfter(segment: string, before: Open, isFirst: boolean): Open {
  const backticks = segment.split('`').length - 1;
  const link = segment.lastIndexOf('](');
  const ending = segment.trimEnd();
  return {
    inCode: before.inCode !== (backticks % 2 === 1),
    inLink: link < 0 ? before.inLink && !segment.includes(')') : !segment.includes(')', link),
    isShortened: abbreviation.test(ending.slice(-longestAbbreviation)) || (isFirst && number.test(ending)),
  };
}

function trim(text: string, start: number, end: number): Span {
  const whole = text.slice(start, end);
  return { start: start + (whole.length - whole.trimStart().length), end: start + whole.trimEnd().length };
}
