import type { TextBlock } from './blocks.ts';
import { bagOf, share, type QueryTerm } from './matching.ts';
import { sentencesIn, type Span } from './sentences.ts';

interface QuoteLimits {
  readonly maxChars: number;
  readonly maxSentences: number;
}

const quoteLimits: QuoteLimits = { maxChars: 850, maxSentences: 4 };

/** The share of a heading's score that the sentences below it get. */
const headingShare = 0.5;

/** The beginning of a sentence that needs the one before it. */
const leans = /^(?:But|It|This|That|These|Those|They|However|Therefore|So|Instead|Otherwise)\b/u;

interface Piece extends Span {
  readonly block: TextBlock;
  readonly isCode: boolean;
  readonly score: number;
}

/**
 * Quotes a short section whole. Of a longer one, quotes the parts that say most about a question, verbatim and in order: up to
 * four sentences and one code block. Neighbouring parts stay together as in the text; a blank line separates others.
 */
export function quote(query: readonly QueryTerm[], text: string, blocks: readonly TextBlock[]): string {
  const whole = wholeSection(text, blocks);
  if (whole !== null) return whole;
  // The blocks of a section share their headings.
  const scores = new Map<string, number>();
  const headingScore = ({ headings }: TextBlock): number => {
    const above = headings.join('\n');
    const score = scores.get(above) ?? scoreOf(query, above) * headingShare;
    scores.set(above, score);
    return score;
  };
  const heads = tableHeadsOf(text, blocks);
  const pieces = blocks.flatMap((block) => piecesOf({ query, text, heads }, block, headingScore(block)));
  const saying = pieces.filter(({ isCode, block }) => !isCode && heads.get(block)?.start !== block.start);
  const best = saying.toSorted((a, b) => b.score - a.score)[0];
  const chosen = new Set<Piece>();
  let left = quoteLimits.maxChars;
  const choose = (piece: Piece | undefined): void => {
    // A row is not understandable without the head of its table.
    const head = pieces.find(({ start }) => piece && start === heads.get(piece.block)?.start);
    const all = [head, piece].filter((one) => one !== undefined && !chosen.has(one)) as readonly Piece[];
    const length = all.reduce((sum, { start, end }) => sum + end - start + 2, 0);
    if (!piece || length > left) return;
    for (const one of all) chosen.add(one);
    left -= length;
  };
  const at = best ? pieces.indexOf(best) : -1;
  choose(best);
  if (best) for (const piece of carriersOf(best, pieces, text)) choose(piece);
  if (best && leans.test(text.slice(best.start, best.end))) choose(pieces[at - 1]);
  // The code that the sentence introduces.
  choose(pieces.slice(at + 1, at + 3).find(({ isCode }) => isCode));
  if (best) choose(pieces.slice(at + 1).find(({ isCode }) => !isCode));
  const enough = (best?.score ?? 0) * 0.4;
  const others = saying.filter(({ score }) => score > enough);
  for (const piece of others.toSorted((a, b) => b.score - a.score)) {
    if ([...chosen].filter(({ isCode }) => !isCode).length < quoteLimits.maxSentences) choose(piece);
  }
  if (chosen.size === 0) choose(pieces.find(({ isCode }) => isCode));
  return joinPieces(text, pieces, chosen);
}

/** A line with nothing but the term that the next lines define. */
const term = /^(?:\*\*[^*\n]{1,80}\*\*|`[^`\n]{1,80}`):?$/u;

/** What readers need with a piece: the term that it defines, the sentence before its list, or the list or code after it. */
function carriersOf(piece: Piece, pieces: readonly Piece[], text: string): readonly Piece[] {
  const said = ({ start, end }: Piece): string => text.slice(start, end);
  const isListed = ({ block }: Piece): boolean => block.kind !== 'prose';
  const at = pieces.indexOf(piece);
  const above = pieces.slice(0, at).findLast(({ block }) => block !== piece.block);
  const opening = pieces.slice(0, at).findLast((one) => !isListed(one));
  const rest = pieces.slice(at + 1);
  const listEnd = rest.findIndex((one) => !isListed(one));
  return [
    ...(above && term.test(said(above)) ? [above] : []),
    ...(isListed(piece) && opening && said(opening).endsWith(':') ? [opening] : []),
    ...(said(piece).endsWith(':') ? rest.slice(0, listEnd === -1 ? rest.length : listEnd) : []),
  ];
}

/** A section that is short enough to quote whole, with all that its sentences refer to; null for any other. */
function wholeSection(text: string, blocks: readonly TextBlock[]): string | null {
  const [from, to] = [blocks[0]?.start ?? 0, blocks.at(-1)?.end ?? 0];
  const isOne = new Set(blocks.map(({ section }) => section)).size === 1;
  // Images, comments and the like are no blocks and are not quoted.
  const isUnbroken = blocks.every(
    ({ start }, at) => at === 0 || drawn.test(text.slice(blocks[at - 1]?.end, start)),
  );
  return isOne && isUnbroken && to - from <= quoteLimits.maxChars ? text.slice(from, to).trim() : null;
}

/** Nothing, or the line below the head of a table. */
const drawn = /^[\s|:-]*$/u;

/** The table head of each row, including the head itself, with the line below it. */
function tableHeadsOf(text: string, blocks: readonly TextBlock[]): ReadonlyMap<TextBlock, Span> {
  const heads = new Map<TextBlock, Span>();
  let head: Span | null = null;
  for (const [at, block] of blocks.entries()) {
    const below = text.slice(block.end, blocks[at + 1]?.start ?? block.end);
    if (block.kind !== 'row') head = null;
    else if (below.includes('-') && drawn.test(below))
      head = { start: block.start, end: block.end + below.trimEnd().length };
    if (head) heads.set(block, head);
  }
  return heads;
}

function piecesOf(
  {
    query,
    text,
    heads,
  }: {
    readonly query: readonly QueryTerm[];
    readonly text: string;
    readonly heads: ReadonlyMap<TextBlock, Span>;
  },
  block: TextBlock,
  above: number,
): readonly Piece[] {
  const head = heads.get(block);
  const isHead = head?.start === block.start;
  const spans = block.kind === 'code' ? [trimLines(text, block)] : isHead ? [head] : sentencesIn(text, block);
  const headScore = head && !isHead ? scoreOf(query, text.slice(head.start, head.end)) * headingShare : 0;
  return spans.map(({ start, end }) => ({
    start,
    end,
    block,
    isCode: block.kind === 'code',
    score: scoreOf(query, text.slice(start, end)) + above + headScore,
  }));
}

function scoreOf(query: readonly QueryTerm[], sentence: string): number {
  const bag = bagOf(sentence);
  return query.reduce((sum, term) => sum + term.weight * share(term, bag), 0);
}

/** Trims whitespace before and after a code block. */
const trimLines = (text: string, { start, end }: Span): Span => ({
  start: start + (/^\s*/u.exec(text.slice(start, end))?.[0].length ?? 0),
  end: start + text.slice(start, end).trimEnd().length,
});

function joinPieces(text: string, pieces: readonly Piece[], chosen: ReadonlySet<Piece>): string {
  const runs: Span[] = [];
  for (const [at, piece] of pieces.entries()) {
    const last = runs.at(-1);
    const before = pieces[at - 1];
    if (!chosen.has(piece)) continue;
    const follows = last && before && chosen.has(before) && drawn.test(text.slice(last.end, piece.start));
    if (follows) runs[runs.length - 1] = { start: last.start, end: piece.end };
    else runs.push(piece);
  }
  return runs.map(({ start, end }) => text.slice(start, end)).join('\n\n');
}
