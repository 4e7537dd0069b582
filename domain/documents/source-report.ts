import { itself, shownSources, sourceState, type KnownSource } from './known-sources.ts';
import { countOf, oneLineOf } from '../values/text.ts';
import { sharedBy } from './shared-lines.ts';

/** A page as the model reads it. */
interface ReadPage {
  readonly sourceId: string;
  readonly title: string;
  readonly text: string;
}

/** What became of one entry of `kb.sources`, or of `kb.sources_dir`. */
export interface SourceReport {
  /** The config's name for it. */
  readonly origin: string;
  readonly pages: number;
  /** Why pages are not in the index, the most frequent reason first. */
  readonly leftOut: readonly { readonly reason: string; readonly pages: number }[];
  /** What looks as if it were not read well, in sentences. */
  readonly doubts: readonly string[];
}

/** A reason with the number of its pages. That of one page may count files itself. */
export const leftOutText = ({ pages, reason }: SourceReport['leftOut'][number]): string =>
  pages === 1 ? `Not there: ${reason}` : `${pages} pages not there: ${reason}`;

const mostNamed = 3;
/** Of a page. With fewer, its text was probably not found. */
const fewestWords = 15;
/** Of a page's letters, in links. More is navigation. */
const mostLinked = 0.8;

export function sourceReports(
  sources: readonly KnownSource[],
  pages: readonly ReadPage[],
): readonly SourceReport[] {
  const byId = new Map(pages.map((page) => [page.sourceId, page]));
  return [...Map.groupBy(shownSources(sources), ({ origin }) => origin)].map(([origin, ofOrigin]) => {
    const readOf = (some: readonly KnownSource[]) => some.flatMap(({ sourceId }) => byId.get(sourceId) ?? []);
    const readPages = readOf(ofOrigin);
    // What threads have in common is Steward's own.
    const pagesOfOthers = readOf(ofOrigin.filter(({ describedBy }) => describedBy !== itself));
    return {
      origin: origin || 'kb.sources_dir',
      pages: ofOrigin.filter((source) => sourceState(source) === 'indexed').length,
      leftOut: reasonsOf(ofOrigin),
      doubts: [...repeatedTitles(readPages), ...repeatedLines(pagesOfOthers), ...thinPages(readPages)],
    };
  });
}

function reasonsOf(sources: readonly KnownSource[]): SourceReport['leftOut'] {
  const withError = sources.filter((source) => source.error !== null && sourceState(source) !== 'indexed');
  return [...Map.groupBy(withError, ({ error }) => error ?? '')]
    .map(([reason, those]) => ({ reason, pages: those.length }))
    .toSorted((a, b) => b.pages - a.pages);
}

const repeatedTitles = (pages: readonly ReadPage[]): readonly string[] =>
  [...Map.groupBy(pages, ({ title }) => title)]
    .filter(([, those]) => those.length > 1)
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, mostNamed)
    .map(
      ([title, those]) =>
        `${countOf(those.length, 'page')} have the title "${oneLineOf(title, 80)}"${named(those)}`,
    );

function repeatedLines(pages: readonly ReadPage[]): readonly string[] {
  const shared = [...sharedBy(pages).lines].filter((line) => line.includes(' ')).slice(0, mostNamed);
  return shared.map((line) => `Most pages contain "${oneLineOf(line, 80)}"`);
}

function thinPages(pages: readonly ReadPage[]): readonly string[] {
  const short = pages.filter(({ text }) => (text.match(/[\p{L}\p{N}]+/gu) ?? []).length < fewestWords);
  const linked = pages.filter((page) => !short.includes(page) && linkedShare(page.text) > mostLinked);
  return [
    ...(short.length > 0 ? [`${countOf(short.length, 'page')} with hardly any text${named(short)}`] : []),
    ...(linked.length > 0
      ? [`${countOf(linked.length, 'page')} of links, nearly nothing else${named(linked)}`]
      : []),
  ];
}

function linkedShare(text: string): number {
  const lettersIn = (part: string): number => (part.match(/[\p{L}\p{N}]/gu) ?? []).length;
  const links = text.match(/\[[^[\]\n]{1,300}\]\([^()\s]{1,1000}\)/gu) ?? [];
  const words = links.map((link) => link.replace(/\]\([^]*$/u, '')).join('');
  const all = lettersIn(text.replaceAll(/\]\([^()\s]{1,1000}\)/gu, ']'));
  return all === 0 ? 0 : lettersIn(words) / all;
}

const named = (pages: readonly ReadPage[]): string =>
  `: ${pages
    .slice(0, mostNamed)
    .map(({ sourceId }) => sourceId)
    .join(', ')}${pages.length > mostNamed ? ' …' : ''}`;
