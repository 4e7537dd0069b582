import { hideKeys } from '../../intake/mask-credentials.ts';

/** A longer page says more than where it has gone. */
const maxWords = 40;
const moved =
  /\b(?:page|document|documentation|docs?|content|section|article|guide|site|file|it|this)\b[^.\n]{0,60}\b(?:moved|relocated|renamed|merged|replaced)\b|^[#*\s]{0,9}(?:moved|redirect(?:ing|ed|s)?)\b/imu;
const link =
  /\]\(<?([^\s()<>]{1,1000})[^()]{0,300}\)|<(https?:[^\s<>]{1,1000})>|(https?:[^\s()<>\]]{1,1000})/gu;

/** Where a short page sends its readers, if it says that it has moved and nothing else; otherwise null. */
export function movedTo(text: string): string | null {
  if (text.length > 1_000 || !moved.test(text)) return null;
  const targets = new Set([...text.matchAll(link)].map(([, named, marked, bare]) => named ?? marked ?? bare));
  const words = text.replaceAll(link, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  const [target = null] = targets;
  return targets.size === 1 && words.length <= maxWords ? target : null;
}

/** An address as a sentence of Steward's names it: without a query, which may hold keys. */
export const namedAddress = (url: string): string =>
  hideKeys(url.replace(/[?#][^]*$/u, ''))
    .toWellFormed()
    .replaceAll(/[^!-~]/gu, encodeURIComponent)
    .slice(0, 200);

/** Why a page that sends its readers on is none. */
export const leadsTo = (url: string): string => `it only leads to ${namedAddress(url)}`;

/** Files and folders that generators insert into pages or keep back. Hugo's `_index.md` is a page. */
const unpublished =
  /(?:^|\/)_(?:(?:partials?|includes?|snippets?|templates?|layouts|drafts|components)\/|(?!index\.)[^/]+$)/iu;

/** Why a file of documents is no page, by its path; null if that says nothing. */
export function whyNoPageByName(path: string): string | null {
  if (unpublished.test(path)) return 'its name begins with `_`, as names of parts of other pages do';
  return /(?:^|\/)404\.\w{2,8}$/u.test(path)
    ? 'it is what a site shows for addresses that are not there'
    : null;
}

/** What sends on in Liquid, MDX and HTML. */
const redirect =
  /\{%-?\s*redirect\w{0,9}\s+["']?([^\s"'%]{1,1000})|<Redirect\b[^<>]{0,300}?\bto=["']([^"'<>]{1,1000})|http-equiv=["']?refresh\b[^<>]{0,100}?\burl=["']?([^"'<>\s]{1,1000})/iu;
/** Marks that only the generator of the site can read. */
const machinery = /\{%|\{\{|<[A-Z]|^(?::::|-+8<-+)\s/mu;

/** Why Markdown is no page, if it sends its readers on or has marks of its generator alone; null otherwise. `shown` is what readers see. */
export function whyNoPage(written: string, visibleText: string): string | null {
  const rest = visibleText.replaceAll(/^#{1,6} .*$|…/gmu, '').trim();
  const [, ...found] = (rest.length < 300 && redirect.exec(written)) || [];
  const target = found.find(Boolean) ?? movedTo(visibleText);
  if (target !== null) return leadsTo(target);
  return rest === '' && machinery.test(written) ? 'it has nothing but marks of its generator' : null;
}
