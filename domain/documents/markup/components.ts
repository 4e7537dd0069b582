import { inCode, inlineCode } from '../../values/text.ts';

/**
 * Components of MDX and their kin, and the tags of Liquid, Jinja and Hugo: their words (a title, a command, a description)
 * are part of the page, and they themselves are not.
 */

type Properties = ReadonlyMap<string, string>;

const titleNames = words('title label heading header question summary term');
const proseNames = words('description subtitle caption text content body answer children');
const codeNames = words('code command cmd snippet');
/** What a parameter's name is called, in documentation of an interface. */
const parameterNames = words('path query param parameter field prop flag option');
/** A picture or a film shows no words, whatever it is called. */
const wordless = /(?:icon|image|img|logo|video|youtube|redirect|script|style|head|link|ref)$/iu;
const shellLike = /snippet|code|command|terminal|shell/iu;

const text = (value: string): string => value.replaceAll(/\s+/gu, ' ').trim();

/** The words of a component or a tag as Markdown, or ''. */
function wordsOf(name: string, properties: Properties): string {
  if (wordless.test(name)) return '';
  const isShell = shellLike.test(name);
  const valueOf = (names: ReadonlySet<string>): readonly string[] =>
    [...properties].flatMap(([key, value]) =>
      names.has(key.toLowerCase()) && value.trim() !== '' ? [value] : [],
    );
  const [language = ''] = valueOf(words('language lang'));
  const [type, fallback] = ['type', 'default'].map((key) => properties.get(key));
  const more = [type, fallback && `default ${fallback}`].filter(Boolean).join(', ');
  const named = properties.get('name');
  const isParameter = type !== undefined || /param|field|prop|arg|option/iu.test(name);
  const parameters = [...valueOf(parameterNames), ...(named !== undefined && isParameter ? [named] : [])];
  const titles = valueOf(titleNames);
  const alone =
    titles.length > 0 || parameters.length > 0 ? [] : [properties.get('value'), named].filter(Boolean);
  const prose = valueOf(proseNames);
  return [
    ...[...titles, ...(/tab|option|choice/iu.test(name) ? alone : [])].map(
      (title) => `**${text(String(title))}**`,
    ),
    ...parameters.map((each) => `\`${text(each)}\`${more === '' ? '' : ` (${text(more)})`}`),
    ...(isShell ? [] : prose),
    ...[...valueOf(codeNames), ...(isShell ? prose : [])].map((code) => `\`\`\`${language}\n${code}\n\`\`\``),
  ].join('\n\n');
}

interface Tag {
  readonly name: string;
  readonly properties: Properties;
  /** Without properties, and with another tag that closes it. */
  readonly isBare?: boolean;
  /** The index behind it. */
  readonly end: number;
}

/** The longest component that is looked for. */
const maxTagChars = 100_000;

/** What the parts of a page know of one another. */
export interface Components {
  /** The names of those that the page closes. Others without properties are types, such as `List<String>`. */
  readonly closed: ReadonlySet<string>;
  /** The names of the next tabs, where their list has them. */
  readonly tabs: string[];
}

export const componentsOf = (page: string): Components => ({
  closed: new Set([...page.matchAll(/<\/([A-Z][\w.]{0,60})\s*>/gu)].map(([, name = '']) => name)),
  tabs: [],
});

/** Words in the place of a mark: paragraphs of their own where the mark begins a line. */
function placed(said: string, before: string): string {
  if (said === '') return '';
  return /(?:^|\n)[ \t]*$/u.test(before.slice(-80)) ? `\n${said}\n\n` : `${said.replaceAll('\n\n', ' ')} `;
}

/** Replaces the components in prose by their words. Inline code stays as it is. */
export function withoutComponents(prose: string, { closed, tabs }: Components): string {
  if (!/<\/?(?:[A-Z]|>)/u.test(prose)) return prose;
  let [shown, at, left] = ['', 0, prose.length * 4];
  for (const { 0: found, index } of prose.matchAll(/`+[^`]*`+|<\/?(?=[A-Z>])/gu)) {
    if (index < at || found.startsWith('`') || left < 0) continue;
    const tag = found === '</' ? closingTag(prose, index) : readTag(prose, index);
    left -= tag ? 0 : maxTagChars;
    if (!tag || (tag.isBare && !closed.has(tag.name))) continue;
    const before = prose.slice(at, index);
    const isTab = /(?:^|\.)Tab(?:Item)?$/u.test(tag.name);
    if (tag.name.endsWith('Tabs'))
      tabs.splice(0, tabs.length, ...(tag.properties.get('items') ?? '').split('\n').filter(Boolean));
    const words = wordsOf(tag.name, tag.properties);
    const said = words === '' && isTab && tabs.length > 0 ? `**${tabs.shift()}**` : words;
    shown += before + placed(said, at === 0 || before !== '' ? before : '-');
    at = tag.end;
  }
  return shown + prose.slice(at);
}

function closingTag(prose: string, at: number): Tag | null {
  const end = prose.indexOf('>', at);
  const isTag = end >= 0 && /^<\/[\w.]{0,60}\s*$/u.test(prose.slice(at, Math.min(end, at + 100)));
  return isTag ? { name: '', properties: new Map(), end: end + 1 } : null;
}

function readTag(prose: string, start: number): Tag | null {
  const name = /^[A-Za-z][\w.]{0,60}(?=[\s/>])/u.exec(prose.slice(start + 1, start + 63))?.[0];
  if (name === undefined)
    return prose[start + 1] === '>' ? { name: '', properties: new Map(), end: start + 2 } : null;
  const properties = new Map<string, string>();
  const part = prose.slice(start, start + maxTagChars);
  for (let at = 1 + name.length; at < part.length;) {
    const [space = '', key, sign] =
      /^\s*(?:\{\.{3}|([\w:@.-]{1,60})\s*(=?)\s*)?/u.exec(part.slice(at, at + 200)) ?? [];
    at += space.length;
    if (key === undefined && !space.endsWith('...')) {
      const closing = /^\/?>/u.exec(part.slice(at, at + 2))?.[0];
      return closing === undefined
        ? null
        : {
            name,
            properties,
            isBare: closing === '>' && properties.size === 0,
            end: start + at + closing.length,
          };
    }
    if (key !== undefined && sign !== '=') continue;
    const opening = key === undefined ? '{' : part[at];
    const end =
      opening === '{'
        ? bracesEnd(part, key === undefined ? at : at + 1)
        : part.indexOf(opening ?? '', at + 1);
    if (!/^["'{]$/u.test(opening ?? '') || end < 0) return null;
    const value = part.slice(at + 1, end);
    if (key !== undefined) properties.set(key, opening === '{' ? stringsIn(value) : value);
    at = end + 1;
  }
  return null;
}

/** The index of the brace that closes an expression, or -1. */
function bracesEnd(code: string, from: number): number {
  let depth = 1;
  for (const { 0: found, index } of code
    .slice(from)
    .matchAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[^])*`|[{}]/gu)) {
    depth += found === '{' ? 1 : found === '}' ? -1 : 0;
    if (depth === 0) return from + index;
  }
  return -1;
}

const literal = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\x60(?:[^\x60\\]|\\[^])*\x60`;
const whole = new RegExp(`^\\s*(?:${literal})\\s*$`, 'u');
const keyed = new RegExp(`(?:([\\w-]{1,40})["']?\\s*:\\s*)?(${literal})`, 'gu');
const unquote = (quoted: string): string =>
  quoted
    .trim()
    .slice(1, -1)
    .replaceAll(/\\n/gu, '\n')
    .replaceAll(/\\([^n])/gu, '$1');

/** The words in an expression: those of a string, of a list of strings, or of objects, one a line. */
function stringsIn(expression: string): string {
  if (whole.test(expression)) return unquote(expression);
  if (/^\s*</u.test(expression)) return text(expression.replaceAll(/<[^<>]{0,300}>|\{[^{}]{0,300}\}/gu, ' '));
  const said: string[] = [];
  let first: string | undefined;
  for (const [, key, quoted = ''] of expression.matchAll(keyed)) {
    const value = unquote(quoted);
    if (key === undefined) {
      if (!/^\s*[[{<(]/u.test(expression) || value.trim() !== '') said.push(value);
      continue;
    }
    const lower = key.toLowerCase();
    const isName = lower === 'name' || titleNames.has(lower) || parameterNames.has(lower);
    if (isName) first ??= key;
    if (isName && key === first)
      said.push(`- ${lower === 'name' || parameterNames.has(lower) ? `\`${value}\`` : value}`);
    else if (isName || proseNames.has(lower) || codeNames.has(lower))
      said.push(first ? `  ${text(value)}` : value);
    else if (lower === 'type') {
      const type = /^\w+$/u.test(value) ? value : inCode(text(value));
      const last = said.at(-1) ?? '';
      if (last.startsWith('- ')) said[said.length - 1] = `${last} (${type})`;
      else if (said.length > 0) said.push(`- ${type}`);
    }
  }
  return said.join('\n');
}

const tag = new RegExp(
  `${inlineCode.source}|` +
    String.raw`(?<!\{)\{%[-+]?\s*(\/?[\w-]{0,40})((?:[^%]|%(?!\})){0,500})%\}|` +
    String.raw`\{\{[<%]\s*(\/?\s*[\w/.-]{0,60})((?:[^}]|\}(?!\})){0,500}?)\s*\/?[>%]\}\}`,
  'gu',
);
/** Values that only the generator of the site knows. */
export const variable =
  /\{\{-?\s*(?:(?:site|page|layout|include|book|config|extra|env|versions?|product|vars?|params|partial|macros?)\b|\.(?:Site|Page|Params)\b|\$|[\w.]{1,60}\s*\|)[^{}]{0,300}\}\}/gu;
const argument = /([\w-]{1,40})\s*=\s*(?:"([^"]*)"|'([^']*)')|"([^"]*)"|'([^']*)'/gu;

/** The words of tags; blocks of highlighted code become code. */
export function withoutTemplates(prose: string): string {
  if (!prose.includes('{%') && !prose.includes('{{')) return prose;
  const said = (name: string, rest: string): string => {
    if (/^(?:highlight|code)$/u.test(name)) return `\`\`\`${/^\s*"?([\w+#-]{1,20})/u.exec(rest)?.[1] ?? ''}`;
    if (/^(?:end|\/\s*)(?:highlight|code)$/u.test(name)) return '```';
    if (/^(?:data|var|param|env|version)$/u.test(name)) return '…';
    if (/^(?:end|\/)/u.test(name)) return '';
    const properties = new Map<string, string>();
    for (const [, key, double, single, second, third] of rest.matchAll(argument)) {
      const value = double ?? single ?? second ?? third ?? '';
      const isTitle = /\s/u.test(value) || /^[^a-z/._-][^/]*$/u.test(value);
      if (key !== undefined) properties.set(key, value);
      else if (isTitle && !/^(?:if|elsif|unless|for|assign|capture|include|case|when|set)$/u.test(name))
        properties.set('title', value);
    }
    return wordsOf(name, properties);
  };
  return prose.replaceAll(tag, (whole: string, ...found: readonly (string | number | undefined)[]) => {
    const [code, , liquid, first, shortcode, second] = found;
    if (code !== undefined) return whole;
    const name = String(liquid ?? shortcode).replaceAll(/\s/gu, '');
    const words = said(name, String(first ?? second ?? ''));
    return words.startsWith('```')
      ? words
      : placed(words, prose.slice(Math.max(0, Number(found[6]) - 80), Number(found[6])));
  });
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
