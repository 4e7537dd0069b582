const blank = /^[^\S\n]*$/u;

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The spans of a text that are code to every reader: between runs of backticks of the same length, a block from the start of
 * a line, inline code within a line. Wherever readers may differ (a run that is escaped, unlike its partner, part of an
 * address, or crossed by emphasis, the words of a link or an angle bracket), this span and all after it are taken for prose.
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
    // What stands in angle brackets is read before code, as far as the line goes.
    if (isAngleOpen && /^[^\n]*?>/u.test(text.slice(opening.start))) break;
    for (const [mark] of prose.matchAll(/[*_~|[]/gu)) open.add(mark);
    if (crosses(content, open)) break;
    proseFrom = closing.start + closing.length;
    spans.push({ start: opening.start, end: proseFrom });
    at = closesAt + 1;
  }
  return spans;
}

/** Whether an angle bracket is open at the end of a text, in its last line. */
function isLeftOpen(prose: string, wasOpen: boolean): boolean {
  const line = prose.slice(prose.lastIndexOf('\n') + 1);
  const bracket = /[<>](?=[^<>]*$)/u.exec(line)?.[0];
  return bracket === undefined ? wasOpen && line === prose : bracket === '<';
}

/** Whether something that was opened in prose may end in this code, and the code with it. */
const crosses = (content: string, open: ReadonlySet<string>): boolean =>
  [...open].some((mark) => content.includes(closingOf[mark] ?? mark));

const closingOf: Readonly<Record<string, string>> = { '~': '~~', '|': '||', '[': '](' };

const lastWord = (text: string): string =>
  text.slice(Math.max(...[' ', '\t', '<'].map((end) => text.lastIndexOf(end))) + 1);

/** Changes all of a text but its sure code. */
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
