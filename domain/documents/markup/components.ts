import { inlineCode } from '../../values/text.ts';

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
  const has = (names: ReadonlySet<string>) =>
    [...properties.keys()].some((key) => names.has(key.toLowerCase()));
  const type = properties.get('type');
  const isParameter = type !== undefined || /param|field|prop|arg|option/iu.test(name);
  const isChoice = /tab|option|choice/iu.test(name) && !has(titleNames) && !has(parameterNames);
  const fallback = properties.get('default');
  const more = [type, fallback && `default ${fallback}`].filter(Boolean).join(', ');
  const language = properties.get('language') ?? properties.get('lang') ?? '';
  return [...properties]
    .filter(([, value]) => value.trim() !== '')
    .flatMap(([key, value]) => {
      const called = key.toLowerCase();
      const isName = called === 'name';
      if (titleNames.has(called) || (isChoice && (isName || called === 'value'))) return `**${text(value)}**`;
      if (parameterNames.has(called) || (isName && isParameter))
        return `\`${text(value)}\`${more === '' ? '' : ` (${text(more)})`}`;
      const isProse = proseNames.has(called);
      if (codeNames.has(called) || (isProse && shellLike.test(name)))
        return `\`\`\`${language}\n${value}\n\`\`\``;
      return isProse ? value : [];
    })
    .join('\n\n');
}

/** An expression in braces, with others in it. */
const braces = Array.from({ length: 16 }).reduce<string>(
  (inner) => String.raw`\{(?:[^{}]|${inner}){0,5000}\}`,
  String.raw`\{\}`,
);
const property = String.raw`([\w:@.-]{1,60})(?:\s*=\s*("[^"]{0,5000}"|'[^']{0,5000}'|${braces}))?`;
const properties = new RegExp(property, 'gu');
const component = String.raw`</?(?<component>[A-Z][\w.]{0,60})?(?<given>(?:\s+(?:${property}|\{\.{3}[^{}]{0,500}\}))*)\s*(?<end>/?>)`;
const tag =
  String.raw`(?<!\{)\{%[-+]?\s*(?<liquid>\/?[\w-]{0,40})(?<first>(?:[^%]|%(?!\})){0,500})%\}|` +
  String.raw`\{\{[<%]\s*(?<shortcode>\/?\s*[\w/.-]{0,60})(?<second>(?:[^}]|\}(?!\})){0,500}?)\s*\/?[>%]\}\}`;
const mark = new RegExp(`${inlineCode.source}|${component}|${tag}`, 'gu');

/** Values that only the generator of the site knows. */
export const variable =
  /\{\{-?\s*(?:(?:site|page|layout|include|book|config|extra|env|versions?|product|vars?|params|partial|macros?)\b|\.(?:Site|Page|Params)\b|\$|[\w.]{1,60}\s*[|(])[^{}]{0,300}\}\}/gu;

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

/** Replaces the components and tags in prose by their words. Inline code stays as it is. */
export function withoutComponents(prose: string, components: Components): string {
  if (!/<\/?[A-Z>]|\{%|\{\{/u.test(prose)) return prose;
  return prose.replaceAll(mark, (whole: string, ...groupsAndPlace: readonly unknown[]) => {
    const at = Number(groupsAndPlace.at(-3));
    const groups = groupsAndPlace.at(-1) as Readonly<Record<string, string | undefined>>;
    if (groups['end'] !== undefined) {
      const words = componentWords(whole, groups, components);
      return words === null ? whole : placed(words, prose.slice(Math.max(0, at - 80), at));
    }
    const name = groups['liquid'] ?? groups['shortcode'];
    if (name === undefined) return whole;
    const words = tagWords(name.replaceAll(/\s/gu, ''), groups['first'] ?? groups['second'] ?? '');
    return words.startsWith('```') ? words : placed(words, prose.slice(Math.max(0, at - 80), at));
  });
}

/** Words in the place of a mark: paragraphs of their own where the mark begins a line. */
function placed(words: string, before: string): string {
  if (words === '') return '';
  return /(?:^|\n)[ \t]*$/u.test(before) ? `\n${words}\n\n` : `${words.replaceAll('\n\n', ' ')} `;
}

/** Null for what is no component. */
function componentWords(
  whole: string,
  { component: name = '', given: attributes = '', end }: Readonly<Record<string, string | undefined>>,
  { closed, tabs }: Components,
): string | null {
  if (name === '' || whole.startsWith('</')) return attributes === '' ? '' : null;
  if (attributes === '' && end === '>' && !closed.has(name)) return null;
  const propertyValues = new Map(
    [...attributes.matchAll(properties)].map(([, key = '', value = '']) => [
      key,
      value.startsWith('{') ? stringsIn(value.slice(1, -1)) : value.slice(1, -1),
    ]),
  );
  if (name.endsWith('Tabs'))
    tabs.splice(0, tabs.length, ...(propertyValues.get('items') ?? '').split('\n').filter(Boolean));
  const words = wordsOf(name, propertyValues);
  const isTab = /(?:^|\.)Tab(?:Item)?$/u.test(name);
  return words === '' && isTab && tabs.length > 0 ? `**${tabs.shift()}**` : words;
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
  const parts = [...expression.matchAll(keyed)].flatMap(([, key, quoted = '']) => {
    const value = unquote(quoted);
    if (key === undefined) return value;
    if (key === 'name' || parameterNames.has(key)) return `- \`${value}\``;
    if (titleNames.has(key)) return `- ${value}`;
    if (key === 'type') return `  \`${text(value)}\``;
    return proseNames.has(key) || codeNames.has(key) ? `  ${text(value)}` : [];
  });
  return parts.join('\n');
}

const argument = /([\w-]{1,40})\s*=\s*(?:"([^"]*)"|'([^']*)')|"([^"]*)"|'([^']*)'/gu;

/** The words of a tag; blocks of highlighted code become code. */
function tagWords(name: string, rest: string): string {
  if (/^(?:highlight|code)$/u.test(name)) return `\`\`\`${/^\s*"?([\w+#-]{1,20})/u.exec(rest)?.[1] ?? ''}`;
  if (/^(?:end|\/)(?:highlight|code)$/u.test(name)) return '```';
  if (/^(?:data|var|param|env|version)$/u.test(name)) return '…';
  if (/^(?:end|\/)/u.test(name)) return '';
  const parameters = new Map<string, string>();
  for (const [, key, double, single, second, third] of rest.matchAll(argument)) {
    const value = double ?? single ?? second ?? third ?? '';
    const isTitle = /\s/u.test(value) || /^[^a-z/._-][^/]*$/u.test(value);
    if (key !== undefined) parameters.set(key, value);
    else if (isTitle && !/^(?:if|elsif|unless|for|assign|capture|include|case|when|set)$/u.test(name))
      parameters.set('title', value);
  }
  return wordsOf(name, parameters);
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
