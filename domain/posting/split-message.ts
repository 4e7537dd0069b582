import { type CodeFence, fenceAround, findCodeFences, leavesEmptyBlock } from './code-fences.ts';

/** Discord's limit for a message, in UTF-16 units. */
export const maxMessageChars = 2_000;
/** A break counts only if it fills the part to this share. This avoids a tiny first part that is just a heading. */
const minFill = 0.4;

/** The places where a part may end, best first: at the end of the match. */
const paragraph = /(?=\n[ \t\r]*\n)/g;
const line = /(?=\n)/g;
const sentence = /[.!?…]["'”’)\]]*(?=\s)|[。！？]/g;
const word = /(?=\s)/g;
const link = /\[[^[\]\n]{1,300}\]\([^()\s]{1,2000}\)|https?:\/\/[^\s<>]{1,2000}/g;

interface Unit {
  readonly start: number;
  readonly end: number;
}

interface Markup {
  readonly fences: readonly CodeFence[];
  readonly links: readonly Unit[];
}

/**
 * Splits a text into parts of at most `limit` UTF-16 units: at a paragraph, a line, a sentence or a word, otherwise
 * anywhere but in a surrogate pair. A cut code block is closed and reopened with its language, unless the limit is too small; a
 * link that fits stays whole. White space at a cut is dropped, parts are never blank, and a blank text has none. Throws a
 * RangeError for a limit below 2, the length of a surrogate pair.
 */
export function splitMessage({
  text,
  limit = maxMessageChars,
}: {
  readonly text: string;
  readonly limit?: number;
}): readonly string[] {
  if (!(limit >= 2)) throw new RangeError(`A message's limit is 2 or more, not ${limit}.`);
  if (text.trim() === '') return [];
  if (text.length <= limit) return [text];
  const fences = findCodeFences(text).filter(
    ({ start, contentStart, closing }) => contentStart - start + 1 + closing.length <= limit / 2,
  );
  const links = [...text.matchAll(link)].map(({ index, 0: address }) => ({
    start: index,
    end: index + address.length,
  }));
  const parts: string[] = [];
  let at = nextStart(text, 0, undefined);
  while (at < text.length) {
    const opening = fenceAround(fences, at)?.opening ?? '';
    const cut = nextCut(text, at, limit - opening.length, { fences, links });
    const divided = fenceAround(fences, cut);
    const body = text.slice(at, cut).trimEnd();
    if (body !== '') parts.push(`${opening}${body}${divided?.closing ?? ''}`);
    at = nextStart(text, cut, divided);
  }
  return parts;
}

/** The end of the part that starts at `at` and has `room` units; always greater than `at`. */
function nextCut(text: string, at: number, room: number, markup: Markup): number {
  const isNear = ({ start, end }: Unit): boolean => start < at + room + 2 && end > at;
  const fences = markup.fences.filter(isNear);
  const links = markup.links.filter((unit) => isNear(unit) && unit.end - unit.start <= room);
  const fits = (cut: number): boolean => cut - at + (fenceAround(fences, cut)?.closing.length ?? 0) <= room;
  if (fits(text.length)) return text.length;

  const isGood = (cut: number): boolean =>
    cut >= at + room * minFill &&
    fits(cut) &&
    !links.some(({ start, end }) => start < cut && cut < end) &&
    !fences.some((fence) => leavesEmptyBlock(text, cut, fence));
  const inProse = (cut: number): boolean => isGood(cut) && !fenceAround(fences, cut);
  const window = text.slice(at, at + room + 2);
  const last = (kind: RegExp, accepts: (cut: number) => boolean): number | undefined =>
    [...window.matchAll(kind)].map((match) => at + match.index + match[0].length).findLast(accepts);
  return (
    last(paragraph, inProse) ??
    last(line, inProse) ??
    last(paragraph, isGood) ??
    last(line, isGood) ??
    last(sentence, isGood) ??
    last(word, isGood) ??
    cutWithoutBreak(text, at, Math.min(at + room, text.length), { fences, links })
  );
}

/** Cuts at `end`, or before it where that would divide a link, a block's marker or a surrogate pair. */
function cutWithoutBreak(text: string, at: number, end: number, { fences, links }: Markup): number {
  const fence = fenceAround(fences, end);
  const inside = fence ? Math.min(end - fence.closing.length, fence.contentEnd) : end;
  if (fence && fence.start > at && text.slice(fence.contentStart, inside).trim() === '') return fence.start;
  const whole = links.find((unit) => unit.start < inside && inside < unit.end);
  if (whole && whole.start > Math.max(at, fence?.contentStart ?? 0)) return whole.start;
  const dividesPair = isSurrogate(text, inside - 1, 0xd800) && isSurrogate(text, inside, 0xdc00);
  return dividesPair && inside - 1 > at ? inside - 1 : inside;
}

/** The start of the next part: behind white space, except for the indentation of its first line. */
function nextStart(text: string, cut: number, divided: CodeFence | undefined): number {
  if (divided && text.slice(cut, divided.contentEnd).trim() !== '') {
    return skip(/[^\S\n]*\n/y, text, cut);
  }
  return skip(/\s*\n|\s+/y, text, divided?.end ?? cut);
}

function skip(space: RegExp, text: string, from: number): number {
  space.lastIndex = from;
  return space.test(text) ? space.lastIndex : from;
}

const isSurrogate = (text: string, at: number, first: number): boolean =>
  text.charCodeAt(at) >= first && text.charCodeAt(at) < first + 0x400;
