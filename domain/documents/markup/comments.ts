import { inlineCode } from '../../values/text.ts';

/** What opens a comment in HTML, MDX, Hugo, Jekyll with its kin, and Obsidian, and what closes it. */
const closings: ReadonlyMap<string, string> = new Map([
  ['<!--', '-->'],
  ['{{/*', '*/}}'],
  ['{/*', '*/}'],
  ['{{< comment >}}', '{{< /comment >}}'],
  ['{% comment %}', '{% endcomment %}'],
  ['{# ', '#}'],
  ['%%', '%%'],
]);

/** A link that nothing uses, as some hide what they note: `[comment]: <> (text)`, `[//]: # (text)`. */
const unusedLink =
  /^ {0,3}\[(?:comment|\/\/|_)\]:[ \t]{0,3}(?:<>|#)[ \t]{0,3}(?:\([^\n]*\)|"[^\n]*"|'[^\n]*')[ \t]*$/gimu;

const liquid = /\{%-?[ \t]{0,9}(comment|endcomment)[ \t]{0,9}-?%\}/gu;

/** The marks of quotes and list items. */
const noText = String.raw`^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*`;

/** The beginning of a block of code, code within a line, an escaped sign, or what opens a comment: two percent signs only at the beginning of a word. */
const token = new RegExp(
  String.raw`${noText}(?<fence>\x60{3,}(?=[^\x60\n]*$)|~{3,})|${inlineCode.source}|\\.|` +
    String.raw`(?<opening><!--|\{\{/\*|\{/\*|\{\{< comment >\}\}|\{% comment %\}|\{# |(?<!\S)%%)`,
  'gmu',
);
const startsLine = new RegExp(`${noText}(?![^])`, 'mu');

/** Takes the place of a comment, so that the lines that hold nothing else go with it. */
const gap = '\0';

/**
 * Removes comments from Markdown, with the lines that they leave empty. Fenced code and code between backticks show theirs. A
 * comment that nothing closes is text, and so is one behind text that its paragraph does not close.
 */
export function withoutComments(markdown: string): string {
  const text = markdown.replaceAll(liquid, '{% $1 %}').replaceAll(unusedLink, '').replaceAll(gap, '');
  const next = placesIn(text);
  const pieces: string[] = [];
  let [from, at] = [0, 0];
  for (let token = nextToken(text, at); token; token = nextToken(text, at)) {
    const { fence, opening = '' } = token.groups ?? {};
    at = token.index + token[0].length;
    if (fence !== undefined) at = fenceEnd(text, fence, at);
    const closing = closings.get(opening);
    if (closing === undefined) continue;
    // The dashes that open a comment of HTML may close it, as in `<!-->`.
    const end = next(closing, opening === '<!--' ? at - 2 : at);
    const isStart = startsLine.test(text.slice(Math.max(0, token.index - 80), token.index));
    if (end >= (isStart ? Infinity : next('\n\n', at))) continue;
    pieces.push(text.slice(from, token.index));
    from = at = end + closing.length;
  }
  const rest = [...pieces, text.slice(from)].join(gap);
  return rest.replaceAll(/^[ \t\0]*\0[ \t\0]*(?:\n|$(?![^]))/gmu, '').replaceAll(gap, '');
}

function nextToken(text: string, from: number): RegExpExecArray | null {
  token.lastIndex = from;
  return token.exec(text);
}

/** The index behind the line that closes a block of code. */
function fenceEnd(text: string, fence: string, from: number): number {
  const closing = new RegExp(`^[ \\t>]*${fence}${fence[0]}*[ \\t]*$`, 'gmu');
  closing.lastIndex = from;
  return closing.exec(text) ? closing.lastIndex : text.length;
}

/** Finds the next place of a mark from an index on, which must not fall; Infinity if there is none. */
function placesIn(text: string): (mark: string, from: number) => number {
  const places = new Map<string, number>();
  return (mark, from) => {
    const lastPlace = places.get(mark) ?? -1;
    if (lastPlace >= from) return lastPlace;
    const place = text.indexOf(mark, from);
    places.set(mark, place < 0 ? Infinity : place);
    return place < 0 ? Infinity : place;
  };
}
