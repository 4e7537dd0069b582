import type { Citation } from '../reply/reply-record.ts';
import { collapseWhitespace, visibleText } from '../values/text.ts';
import { findCodeFences } from './code-fences.ts';
import { outsideCode } from './sure-code.ts';

/** Everything that Discord makes clickable: masked links, addresses in angle brackets, bare addresses, invites, channels. */
const scheme = String.raw`(?:https?|ftp|discord|steam):\/\/`;
const target = String.raw`${scheme}[^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*`;
const invite = String.raw`discord(?:app)?\.(?:gg|gift|new|com\/(?:invite|template|gifts?))\/[\w-]{1,64}`;
const linkable = new RegExp(
  [
    String.raw`\[(?<label>[^[\]\n]{0,300})\]\(\s{0,3}<?(?<masked>${target})>?(?:\s{1,3}"[^"\n]{0,300}")?\s{0,3}\)`,
    String.raw`<(?<angled>${scheme}[^\s>]{1,2000})>`,
    String.raw`(?<bare>${scheme}[^\s<]+)`,
    String.raw`(?<invite>${invite})`,
    String.raw`<(?<channel>#\d{1,20})>`,
  ].join('|'),
  'giu',
);

/** Forms that are never a link of Steward's: mail and phone addresses, mentions of people, commands, other schemes. */
const neverLinked: readonly RegExp[] = [
  /<(?:mailto|tel|sms):([^\s<>]*)>/giu,
  /<(?:https?|ftp|discord|steam):(?!\/\/)([^\s<>]*)>/giu,
  /<(?:https?|ftp|discord|steam):()(?!\/\/)/giu,
  /(?<![\p{L}\p{N}])(?:mailto|tel|sms):()(?=\S)/giu,
  /<([^\s<>@]{1,200}@[^\s<>@]{1,200})>/gu,
  /<(\+[\d\s().-]{1,40})>/gu,
  /<(@[!&]?\d{1,20})>/gu,
  /<(\/[^<>:\n]{1,100}):\d{1,20}>/gu,
  /<id:([\w-]{1,40})>/giu,
];

/** The target of a masked link. It loses its scheme if it is unknown, or if a client would read on behind it. */
const maskedTarget = /(\]\(\s{0,9}<?)([a-z][a-z\d+.-]{0,30}:(?:\/\/)?)([^\s<>)]+)/giu;
const readsOn = /^>[^\s)]/u;

/** Line marks that would quote everything that follows, or imitate the small print of Steward's own text. */
const lineMarks = /^ {0,3}(?:>>> |-# )/gmu;

interface Found {
  readonly label: string;
  readonly url: string;
  /** Text behind the address that is not part of it. */
  readonly rest: string;
}

function partsOf(groups: Readonly<Record<string, string | undefined>>): Found {
  const { label = '', masked, angled, bare, invite, channel } = groups;
  // A label that looks like an address would say where a link leads, and might lie.
  if (masked !== undefined) return { label: /:\/\//u.test(label) ? '' : label.trim(), url: masked, rest: '' };
  if (angled !== undefined) return { label: '', url: angled, rest: '' };
  if (channel !== undefined) return { label: '', url: channel, rest: '' };
  if (invite !== undefined) return { label: '', url: `https://${invite}`, rest: '' };
  const bareUrl = bare ?? '';
  const url = bareUrl.slice(0, endOf(bareUrl));
  return { label: '', url, rest: bareUrl.slice(url.length) };
}

/** The end of an address without the punctuation of its sentence, as in "(see https://a.example/b)." */
function endOf(address: string): number {
  const closesMore = address.split(')').length > address.split('(').length;
  const trailing = `.,:;!?"'*_~|>\\]${closesMore ? ')' : ''}`;
  let end = address.length;
  while (end > 0 && trailing.includes(address.charAt(end - 1))) end -= 1;
  return end;
}

const changeLinks = (text: string, change: (link: Found, whole: string) => string): string =>
  text.replaceAll(linkable, (whole: string, ...args: readonly unknown[]) =>
    change(partsOf(args.at(-1) as Readonly<Record<string, string | undefined>>), whole),
  );

/** The addresses in a text, each once. Page markup may follow an address, so its part before a quote or bracket counts too. */
export const linksIn = (text: string): readonly string[] => [
  ...new Set(
    [...text.matchAll(linkable)].flatMap(({ groups = {} }) => {
      const { url } = partsOf(groups);
      return [url, ...url.split(/["'>]/u, 1)];
    }),
  ),
];

/** Everything clickable in a text that Steward itself has composed. Nothing inside code is clickable. */
export function linksInProse(text: string): readonly string[] {
  const proses: string[] = [];
  outsideCode(text, (prose) => {
    proses.push(prose);
    return prose;
  });
  return proses.flatMap((prose) => [
    ...linksIn(prose),
    ...neverLinked.flatMap((pattern) => prose.match(pattern) ?? []),
  ]);
}

/** Returns a test whether an address leads to the same page as one of these. */
export const knownLinks = (urls: readonly string[]): ((url: string) => boolean) => {
  const pages = new Set(urls.map(pageOf));
  return (url) => pages.has(pageOf(url));
};

/** Fragments and a trailing slash do not change the page. A channel is just its number. */
const pageOf = (url: string): string =>
  url.startsWith('#') ? url : url.slice(0, (url + '#').indexOf('#')).replace(/\/$/u, '');

/**
 * Prepares an answer's links for posting. An address that a source contains stays a link, at its first mention; one that
 * no source contains was invented by the model and becomes plain text; a cited source's address becomes its title,
 * because the list below the answer links it. Code stays unchanged, and an open code block is closed.
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
  const shownUrls = new Set<string>();
  const styled = (prose: string): string =>
    changeLinks(prose, ({ url, label, rest }, whole) => {
      const cited = citations.find(
        (citation) => citation.url !== null && pageOf(citation.url) === pageOf(url),
      );
      if (cited) return `${label || plainTitle(cited.title)}${rest}`;
      if (url.startsWith('#')) return whole;
      const isLinkKnown = isKnown(url);
      const linked = isLinkKnown && !shownUrls.has(url);
      if (isLinkKnown && !linked && label) return `${label}${rest}`;
      if (linked) shownUrls.add(url);
      const address = linked ? `<${url}>` : plainAddress(url);
      return `${label ? `${label} (${address})` : address}${rest}`;
    });
  const visible = visibleText(text).replaceAll(lineMarks, (mark) => (mark.endsWith('> ') ? '> ' : ''));
  return closeBlock(unlinkUnknown(outsideCode(visible, styled), isKnown));
}

/**
 * Makes every link unclickable that is not known. Removing text may form a new link, so it repeats until nothing changes;
 * after too many rounds the text loses every character that a link needs. The result is never longer than the text.
 */
export function unlinkUnknown(text: string, isKnown: (url: string) => boolean): string {
  let unlinked = text;
  for (let round = 0; round < mostRounds; round += 1) {
    const next = unlinkOnce(unlinked, isKnown);
    if (next === unlinked) return next;
    unlinked = next;
  }
  return unlinked.replaceAll(/[<>:/]/gu, ' ');
}

/** More levels of nested links than anybody writes. Each round scans the whole text. */
const mostRounds = 12;

function unlinkOnce(text: string, isKnown: (url: string) => boolean): string {
  const unlinked = (prose: string): string => {
    // An escaped bracket does not enclose the address.
    const withKnownLinks = changeLinks(prose.replaceAll(escapes, ''), ({ url, label, rest }, whole) => {
      if (isKnown(url)) return whole;
      const address = url.startsWith('#') ? url : plainAddress(url);
      return `${label ? `${label} (${address})` : address}${rest}`;
    });
    const masked = withKnownLinks.replaceAll(
      maskedTarget,
      (whole: string, before: string, path: string, rest: string, at: number, all: string) => {
        const isWhole = !readsOn.test(all.slice(at + whole.length));
        return isWhole && isKnown(path + rest) ? whole : before + rest;
      },
    );
    return neverLinked.reduce(
      (markdown, pattern) =>
        markdown.replaceAll(pattern, (whole, text?: string) => (isKnown(whole) ? whole : (text ?? ''))),
      masked,
    );
  };
  const isInvited = (code: string) => isKnown(`https://${code}`);
  return outsideCode(text, unlinked).replaceAll(invites, (code) =>
    isInvited(code) ? code : plainAddress(code),
  );
}

/** A title on one line, without anything that would be a link or open code. */
export const plainTitle = (title: string): string =>
  collapseWhitespace(unlinkUnknown(visibleText(title).replaceAll('`', "'"), () => false));

/** An address without its scheme is no link. An invite is one even without a scheme, so it loses the slash before its code. */
const plainAddress = (url: string): string =>
  url
    .replaceAll(schemes, '')
    .replaceAll(
      invites,
      (code) => `${code.slice(0, code.lastIndexOf('/'))} ${code.slice(code.lastIndexOf('/') + 1)}`,
    );

const schemes = new RegExp(scheme, 'giu');
const invites = new RegExp(invite, 'giu');
const escapes = /(?<!\\)\\+(?=<)/gu;

/** Closes an open code block, so that text behind the answer is not part of it. */
function closeBlock(text: string): string {
  const last = findCodeFences(text).at(-1);
  return last && last.end === last.contentEnd ? `${text.trimEnd()}${last.closing}` : text;
}
