import type { TextBlock } from './blocks.ts';
import { bagOf, share, type QueryTerm } from './matching.ts';
import { sentencesIn, type Span } from './sentences.ts';

interface QuoteLimits {
  readonly maxChars: number;
  readonly maxSentences: number;
}

const quoteLimits: QuoteLimits = { maxChars: 850, maxSentences: 4 };

/** What a sentence gains from a heading above it that names what is asked. */
const headingShare = 0.5;

/** Needs the sentence before it. */
const leans = /^(?:But|It|This|That|These|Those|They|However|Therefore|So|Instead|Otherwise)\b/u;

interface Piece extends Span {
  readonly block: TextBlock;
  readonly isCode: boolean;
  readonly score: number;
}

/**
 * A short section whole; of a longer one the parts that say most about a question, in their order, each verbatim: up to four sentences
 * and one code block. Parts that follow each other stay together as the text has them, others are set apart
 * by a blank line.
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
    // A row says nothing without the head of its table.
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
  // The code that the sentence introduces, or the only one there is.
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

/** A term that a definition stands under: nothing but a name. */
const term = /^(?:\*\*[^*\n]{1,80}\*\*|`[^`\n]{1,80}`):?$/u;

/** What a piece says nothing without: the term that it defines, the sentence that opens its list, the list or code that it opens. */
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

/** A short section carries itself: the term of a definition, what follows "the following", the step before. */
function wholeSection(text: string, blocks: readonly TextBlock[]): string | null {
  const [from, to] = [blocks[0]?.start ?? 0, blocks.at(-1)?.end ?? 0];
  const isOne = new Set(blocks.map(({ section }) => section)).size === 1;
  // What is no block, like an image or a comment, is not for quoting.
  const isUnbroken = blocks.every(
    ({ start }, at) => at === 0 || drawn.test(text.slice(blocks[at - 1]?.end, start)),
  );
  return isOne && isUnbroken && to - from <= quoteLimits.maxChars ? text.slice(from, to).trim() : null;
}

/** Nothing, or the line that is drawn below the head of a table. */
const drawn = /^[\s|:-]*$/u;

/** By the rows of tables, the head among them: the head, with the line below it. */
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

/** A fence begins at its line's first character, with what stands before it. */
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
