const blank = /^[^\S\n]*$/u;

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The spans of a text that are code for every reader: between equal runs of backticks, a block from the start of a line,
 * or inline code within a line. At the first doubtful span (an escaped or unequal run, one inside an address, or one
 * crossed by emphasis, a link's text or an angle bracket) this span and everything after it count as prose.
 */
function sureCode(text: string): readonly Span[] {
  const runs = [...text.matchAll(/`+/gu)].map(({ index, 0: run }) => ({ start: index, length: run.length }));
  const spans: Span[] = [];
  const open = new Set<string>();
  let proseFrom = 0;
  let isAngleOpen = false;
  for (let at = 0; at < runs.length;) {
    const opening = runs[at];
    let closesAt = at + 1;
    while ((runs[closesAt]?.length ?? Infinity) < (opening?.length ?? 0)) closesAt += 1;
    const closing = runs[closesAt];
    if (!opening || !closing || closing.length !== opening.length) break;
    const lineStart = text.lastIndexOf('\n', opening.start - 1) + 1;
    const before = text.slice(Math.max(proseFrom, lineStart), opening.start);
    if (before.endsWith('\\') || lastWord(before).includes('://')) break;
    const content = text.slice(opening.start + opening.length, closing.start);
    const isBlock = opening.length >= 3;
    if (isBlock ? opening.length > 3 || lineStart !== opening.start : content.includes('\n')) break;
    if (blank.test(content)) break;
    const prose = text.slice(proseFrom, opening.start);
    isAngleOpen = isLeftOpen(prose, isAngleOpen);
    // On the same line an angle bracket takes precedence over code.
    if (isAngleOpen && /^[^\n]*?>/u.test(text.slice(opening.start))) break;
    for (const [mark] of prose.matchAll(/[*_~|[]/gu)) open.add(mark);
    if (crosses(content, open)) break;
    proseFrom = closing.start + closing.length;
    spans.push({ start: opening.start, end: proseFrom });
    at = closesAt + 1;
  }
  return spans;
}

/** Whether an angle bracket is open in the last line of a text. */
function isLeftOpen(prose: string, wasOpen: boolean): boolean {
  const line = prose.slice(prose.lastIndexOf('\n') + 1);
  const bracket = /[<>](?=[^<>]*$)/u.exec(line)?.[0];
  return bracket === undefined ? wasOpen && line === prose : bracket === '<';
}

/** Whether something that prose opened may end in this code, and so end the code. */
const crosses = (content: string, open: ReadonlySet<string>): boolean =>
  [...open].some((mark) => content.includes(closingOf[mark] ?? mark));

const closingOf: Readonly<Record<string, string>> = { '~': '~~', '|': '||', '[': '](' };

const lastWord = (text: string): string =>
  text.slice(Math.max(...[' ', '\t', '<'].map((end) => text.lastIndexOf(end))) + 1);

/** Changes a text except for its sure code. */
export function outsideCode(text: string, change: (prose: string) => string): string {
  const spans = sureCode(text);
  const starts = [0, ...spans.map(({ end }) => end)];
  return starts
    .map((start, at) => {
      const code = spans[at];
      return change(text.slice(start, code?.start)) + (code ? text.slice(code.start, code.end) : '');
    })
    .join('');
}
