import type { Citation } from '../reply/reply-record.ts';

/** What Discord makes clickable: a masked link, an address in angle brackets, a bare one. */
const scheme = String.raw`(?:https?|ftp|discord|steam):\/\/`;
const masked = String.raw`\[([^[\]\n]{0,300})\]\(\s{0,3}<?(${scheme}[^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+"[^"\n]{0,300}")?\s{0,3}\)`;
const link = new RegExp(String.raw`${masked}|<(${scheme}[^\s<>]+)>|(${scheme}[^\s<>]+)`, 'giu');
const schemes = new RegExp(scheme, 'giu');
/** Only what is code to every reader: closed, and between runs of the same length. All else may be a link to somebody. */
const code = /(?<!`)```(?!`)[^`]+```(?!`)|(?<!`)`(?!`)[^`\n]+`(?!`)/gu;
const trailing = /[.,:;!?"'*_~|\]]+$/u;

/** The addresses that stand in a text, each once. */
export const linksIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(link)].map((match) => partsOf(match).url)),
];

/**
 * An answer as it is posted. An address that stands in a source stays a link, at its first mention; one that stands in no
 * source, which the model has made up, becomes plain text; one of the cited sources gives way to its title, because the list
 * below the answer links it. What stands in code is no link and stays.
 */
export function checkLinks({
  text,
  isKnown,
  citations,
}: {
  readonly text: string;
  readonly isKnown: (url: string) => boolean;
  readonly citations: readonly Citation[];
}): string {
  const shown = new Set<string>();
  const check = (prose: string): string =>
    prose.replaceAll(link, (...args) => {
      const { url, label, rest } = partsOf(args.slice(0, 5));
      const cited = citations.find(
        (citation) => citation.url !== null && pageOf(citation.url) === pageOf(url),
      );
      if (cited) return `${label || oneLine(cited.title)}${rest}`;
      const linked = isKnown(url) && !shown.has(pageOf(url));
      if (linked) shown.add(pageOf(url));
      const address = linked ? `<${url}>` : plainText(url);
      return `${label ? `${label} (${address})` : address}${rest}`;
    });
  return outsideCode(text, check);
}

/** Whether one of these addresses leads to the same page. */
export const knownLinks = (urls: readonly string[]): ((url: string) => boolean) => {
  const pages = new Set(urls.map(pageOf));
  return (url) => pages.has(pageOf(url));
};

/** Without its scheme an address is no link, wherever it stands. */
function plainText(url: string): string {
  const text = url.replaceAll(schemes, '');
  return text === url ? text : plainText(text);
}

/** A label that looks like an address would say where a link leads, and might lie. */
function partsOf([, label = '', masked, bracketed, bare]: readonly (string | undefined)[]): {
  readonly url: string;
  readonly label: string;
  readonly rest: string;
} {
  if (masked !== undefined) return { url: masked, label: /:\/\//u.test(label) ? '' : label.trim(), rest: '' };
  if (bracketed !== undefined) return { url: bracketed, label: '', rest: '' };
  const found = bare ?? '';
  const end = closesMore(found) ? trailingWithBracket : trailing;
  const url = found.replace(end, '');
  return { url, label: '', rest: found.slice(url.length) };
}

const trailingWithBracket = /[.,:;!?"'*_~|\])]+$/u;

/** "(see https://a.example/b)": the bracket belongs to the sentence. */
const closesMore = (url: string): boolean => url.split(')').length > url.split('(').length;

/** Fragments and a slash at the end lead to the same page. */
const pageOf = (url: string): string => url.replace(/#.*$/u, '').replace(/\/$/u, '');

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

function outsideCode(text: string, change: (prose: string) => string): string {
  const codes = [...text.matchAll(code)];
  const proses = text.split(code);
  return proses.map((prose, at) => `${change(prose)}${codes[at]?.[0] ?? ''}`).join('');
}
