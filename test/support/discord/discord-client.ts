/**
 * What a member can click in a message, by the rules of Discord's client: at each position the first rule that matches
 * takes its text, and text inside emphasis is read again. Invites are found in the raw text.
 */
export function findClickable(message: string): readonly string[] {
  const invites = message.match(
    /discord(?:app)?\.(?:gg|gift|new|com\/(?:invite|template|gifts?))\/[\w-]+/giu,
  );
  return [...parse(message), ...(invites ?? [])];
}

type Rule = readonly [RegExp, (match: RegExpExecArray) => readonly string[]];

const nothing = (): readonly string[] => [];
const inside = ([, content = '']: RegExpExecArray) => parse(content);
const schemes = '(?:https?|ftp|discord|steam|mailto|tel|sms)';

const rules: readonly Rule[] = [
  [/^(?:> [^\n]*(?:\n|$))+/u, ([quoted]) => parse(quoted.replaceAll(/^> /gmu, ''))],
  [/^\\[^\p{L}\p{N}\s]/u, nothing],
  [/^```(?:[\w+\-.#]+\n)?\n*[^\n][^]*?\n*```/iu, nothing],
  [/^(`+)[^]*?[^`]\1(?!`)/u, nothing],
  [new RegExp(`^<(${schemes}:[^ >\\n]+)>`, 'iu'), ([, url = '']) => [url]],
  [/^<([@#][!&]?\d+|\/[^:>\n]+:\d+|id:\w+|[^\s<>@]+@[^\s<>@]+|\+[\d ()-]+)>/u, ([whole]) => [whole]],
  [/^https?:\/\/[^\s<]+[^<.,:;"'\]\s]/iu, ([url]) => [url]],
  [
    new RegExp(
      String.raw`^\[((?:\[[^\]]*\]|[^[\]]|\](?=[^[]*\]))*)\]\(\s*<?(${schemes}:(?:\([^)]*\)|[^\s\\]|\\.)*?)>?(?:\s+['"]([^]*?)['"])?\s*\)`,
      'iu',
    ),
    ([, , url = '']) => [url],
  ],
  [/^\*\*((?:\\[^]|[^\\])+?)\*\*(?!\*)/u, inside],
  [/^__((?:\\[^]|[^\\])+?)__(?!_)/u, inside],
  [/^_((?:__|\\[^]|[^\\_])+?)_\b/u, inside],
  [/^\*(?=\S)((?:\*\*|\s+(?:[^*\s]|\*\*)|[^\s*])+?)\*(?!\*)/u, inside],
  [/^~~([^]+?)~~(?!_)/u, inside],
  [/^\|\|([^]+?)\|\|/u, inside],
];

function parse(text: string): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length;) {
    const rest = text.slice(at);
    const isLineStart = at === 0 || text[at - 1] === '\n';
    let length = 1;
    for (const [order, [pattern, links]] of rules.entries()) {
      const match = order === 0 && !isLineStart ? null : pattern.exec(rest);
      if (!match) continue;
      found.push(...links(match));
      length = match[0].length;
      break;
    }
    at += length;
  }
  return found;
}
