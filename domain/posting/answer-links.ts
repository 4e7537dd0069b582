import type { Citation } from '../reply/reply-record.ts';
import { visibleText } from '../values/text.ts';
import { findCodeFences } from './code-fences.ts';
import { outsideCode } from './sure-code.ts';

/** What Discord makes clickable: a masked link, an address in angle brackets, a bare one, an invite, a channel's name. */
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

/** What is never a link of Steward's: mail and phone addresses, mentions of people, commands, and whatever has another scheme. */
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

/** A target that is left behind the words of a link: the words stay, the target loses its scheme. */
const maskedTarget = /(\]\(\s{0,9}<?)([a-z][a-z\d+.-]{0,30}:(?:\/\/)?)([^\s<>)]+)/giu;

/** A line that would take in all that follows, or pass for the small print of Steward's own. */
const lineMarks = /^ {0,3}(?:>>> |-# )/gmu;

interface Found {
  readonly label: string;
  readonly url: string;
  /** What stood behind the address and is none of it. */
  readonly rest: string;
}

function partsOf(groups: Readonly<Record<string, string | undefined>>): Found {
  const { label = '', masked, angled, bare, invite, channel } = groups;
  // A label that looks like an address would say where a link leads, and might lie.
  if (masked !== undefined) return { label: /:\/\//u.test(label) ? '' : label.trim(), url: masked, rest: '' };
  if (angled !== undefined) return { label: '', url: angled, rest: '' };
  if (channel !== undefined) return { label: '', url: channel, rest: '' };
  if (invite !== undefined) return { label: '', url: `https://${invite}`, rest: '' };
  const found = bare ?? '';
  const url = found.slice(0, endOf(found));
  return { label: '', url, rest: found.slice(url.length) };
}

/** Where an address ends that its sentence goes on behind: "(see https://a.example/b)." */
function endOf(found: string): number {
  const closesMore = found.split(')').length > found.split('(').length;
  const trailing = `.,:;!?"'*_~|>\\]${closesMore ? ')' : ''}`;
  let end = found.length;
  while (end > 0 && trailing.includes(found.charAt(end - 1))) end -= 1;
  return end;
}

const changeLinks = (text: string, change: (link: Found, whole: string) => string): string =>
  text.replaceAll(linkable, (whole: string, ...args: readonly unknown[]) =>
    change(partsOf(args.at(-1) as Readonly<Record<string, string | undefined>>), whole),
  );

/** The addresses that stand in a text, each once; of one in a page's markup also what stands before the quote or the bracket. */
export const linksIn = (text: string): readonly string[] => [
  ...new Set(
    [...text.matchAll(linkable)].flatMap(({ groups = {} }) => {
      const { url } = partsOf(groups);
      return [url, ...url.split(/["'>]/u, 1)];
    }),
  ),
];

/** All that can be clicked in a text that Steward itself has put together; what stands in code cannot. */
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

/** Whether one of these addresses leads to the same page. */
export const knownLinks = (urls: readonly string[]): ((url: string) => boolean) => {
  const pages = new Set(urls.map(pageOf));
  return (url) => pages.has(pageOf(url));
};

/** Fragments and a slash at the end lead to the same page; a channel has its number alone. */
const pageOf = (url: string): string =>
  url.startsWith('#') ? url : url.slice(0, (url + '#').indexOf('#')).replace(/\/$/u, '');

/**
 * An answer as it is posted. An address that stands in a source stays a link, at its first mention; one that stands in no
 * source, which the model has made up, becomes plain text; one of the cited sources gives way to its title, because the list
 * below the answer links it. What is code to every reader is no link and stays. An open code block is closed.
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
  const styled = (prose: string): string =>
    changeLinks(prose, ({ url, label, rest }, whole) => {
      const cited = citations.find(
        (citation) => citation.url !== null && pageOf(citation.url) === pageOf(url),
      );
      if (cited) return `${label || plainTitle(cited.title)}${rest}`;
      if (url.startsWith('#')) return whole;
      const linked = isKnown(url) && !shown.has(pageOf(url));
      if (linked) shown.add(pageOf(url));
      const address = linked ? `<${url}>` : plainAddress(url);
      return `${label ? `${label} (${address})` : address}${rest}`;
    });
  const visible = visibleText(text).replaceAll(lineMarks, (mark) => (mark.endsWith('> ') ? '> ' : ''));
  return closeBlock(unlinkUnknown(outsideCode(visible, styled), isKnown));
}

/**
 * The same text in which no client finds anything to click but what is known. It looks again at what it has made, until
 * nothing is left: what is taken out of a text may join what stood around it. A text that goes on and on so is made to lose
 * every mark that a link needs. Never longer than the text.
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

/** Links within links within links: more than anybody writes, and what makes them costs a look at the whole text each. */
const mostRounds = 12;

function unlinkOnce(text: string, isKnown: (url: string) => boolean): string {
  const unlinked = (prose: string): string => {
    // A bracket that is escaped does not hold what stands behind the address.
    const known = changeLinks(prose.replaceAll(escapes, ''), ({ url, label, rest }, whole) => {
      if (isKnown(url)) return whole;
      const address = url.startsWith('#') ? url : plainAddress(url);
      return `${label ? `${label} (${address})` : address}${rest}`;
    });
    const masked = known.replaceAll(maskedTarget, (whole, before: string, own: string, rest: string) =>
      isKnown(own + rest) ? whole : before + rest,
    );
    return neverLinked.reduce(
      (left, pattern) =>
        left.replaceAll(pattern, (whole, text?: string) => (isKnown(whole) ? whole : (text ?? ''))),
      masked,
    );
  };
  const isInvited = (code: string) => isKnown(`https://${code}`);
  return outsideCode(text, unlinked).replaceAll(invites, (code) =>
    isInvited(code) ? code : plainAddress(code),
  );
}

/** A title of a page or a document, on one line and without anything that would be a link or open code. */
export const plainTitle = (title: string): string =>
  unlinkUnknown(visibleText(title).replaceAll('`', "'"), () => false)
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** Without its scheme an address is no link; an invite is one without, in code too, and loses the slash before its code. */
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

/** What follows the answer stands in no code of it. */
function closeBlock(text: string): string {
  const last = findCodeFences(text).at(-1);
  return last && last.end === last.contentEnd ? `${text.trimEnd()}${last.closing}` : text;
}
