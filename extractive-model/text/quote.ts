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
  const pieces = blocks.flatMap((block) => piecesOf(query, text, block, headingScore(block)));
  const best = pieces.filter(({ isCode }) => !isCode).toSorted((a, b) => b.score - a.score)[0];
  const chosen = new Set<Piece>();
  let left = quoteLimits.maxChars;
  const choose = (piece: Piece | undefined): void => {
    if (!piece || chosen.has(piece) || piece.end - piece.start + 2 > left) return;
    chosen.add(piece);
    left -= piece.end - piece.start + 2;
  };
  const at = best ? pieces.indexOf(best) : -1;
  choose(best);
  if (best) for (const piece of carriersOf(best, pieces, text)) choose(piece);
  if (best && leans.test(text.slice(best.start, best.end))) choose(pieces[at - 1]);
  // The code that the sentence introduces, or the only one there is.
  choose(pieces.slice(at + 1, at + 3).find(({ isCode }) => isCode));
  if (best) choose(pieces.slice(at + 1).find(({ isCode }) => !isCode));
  const enough = (best?.score ?? 0) * 0.4;
  const others = pieces.filter((piece) => !piece.isCode && piece.score > enough);
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
    ({ start }, at) => at === 0 || text.slice(blocks[at - 1]?.end, start).trim() === '',
  );
  return isOne && isUnbroken && to - from <= quoteLimits.maxChars ? text.slice(from, to).trim() : null;
}

function piecesOf(
  query: readonly QueryTerm[],
  text: string,
  block: TextBlock,
  above: number,
): readonly Piece[] {
  const spans = block.kind === 'code' ? [trimLines(text, block)] : sentencesIn(text, block);
  return spans.map(({ start, end }) => ({
    start,
    end,
    block,
    isCode: block.kind === 'code',
    score: scoreOf(query, text.slice(start, end)) + above,
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
    const follows = last && before && chosen.has(before) && /^\s*$/u.test(text.slice(last.end, piece.start));
    if (follows) runs[runs.length - 1] = { start: last.start, end: piece.end };
    else runs.push(piece);
  }
  return runs.map(({ start, end }) => text.slice(start, end)).join('\n\n');
}
