import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { load, type CheerioAPI } from 'cheerio';
import { corpus } from './corpora.ts';

/** An entry of a FAQ. Paths as in `MarkdownPage`. */
export interface LinkedQuestion {
  readonly corpus: FaqCorpus;
  readonly question: string;
  /** The FAQ's page with the entry. */
  readonly page: string;
  /** The pages that its answer links to, without those of the FAQ. */
  readonly linked: readonly string[];
}

export const faqCorpora = ['python', 'git', 'sqlite', 'django'] as const;

export type FaqCorpus = (typeof faqCorpora)[number];

interface Faq {
  readonly isFaq: (page: string) => boolean;
  /** The questions of a page, each with the links of its answer. */
  readonly entries: (page: CheerioAPI) => readonly { question: string; links: readonly string[] }[];
}

const faqs: Readonly<Record<FaqCorpus, Faq>> = {
  python: { isFaq: (page) => page.startsWith('faq/'), entries: (page) => underHeadings(page, 'h3') },
  django: { isFaq: (page) => page.startsWith('faq/'), entries: (page) => underHeadings(page, 'h2') },
  git: {
    isFaq: (page) => page === 'gitfaq.html',
    entries: (page) =>
      page('dt.hdlist1')
        .toArray()
        .map((term) => ({
          question: page(term).text(),
          links: linksIn(page, page(term).next('dd').html() ?? ''),
        })),
  },
  sqlite: {
    isFaq: (page) => page === 'faq.html',
    entries: (page) =>
      page('p > b')
        .toArray()
        .filter((title) => /^\(\d+\)/u.test(page(title).text()))
        .map((title) => ({
          question: page(title)
            .text()
            .replace(/^\(\d+\)\s*/u, ''),
          links: linksIn(page, page(title).parent().next('blockquote').html() ?? ''),
        })),
  },
};

/** The questions of a project's FAQ, and the pages that their answers link to. */
export async function linkedQuestions(name: FaqCorpus): Promise<readonly LinkedQuestion[]> {
  const { dir, pages } = await corpus(name);
  const known = new Set(pages);
  const { isFaq, entries } = faqs[name];
  const found = pages.filter(isFaq).map(async (page) => {
    const html = load(await readFile(join(dir, page), 'utf8'));
    return entries(html).map(({ question, links }): LinkedQuestion => {
      const targets = links.map((link) => posix.join(posix.dirname(page), link.replace(/#.*$/u, '')));
      const linked = [...new Set(targets)].filter((target) => known.has(target) && !isFaq(target));
      return {
        corpus: name,
        question: question.replaceAll(/\s+/gu, ' ').replace('¶', '').trim(),
        page: `${name}/${page}`,
        linked: linked.map((target) => `${name}/${target}`),
      };
    });
  });
  return (await Promise.all(found)).flat();
}

export const isFaqPage = (path: string): boolean =>
  faqCorpora.some((name) => path.startsWith(`${name}/`) && faqs[name].isFaq(path.slice(name.length + 1)));

/** Sphinx: a section element contains a heading and its text. */
const underHeadings = (page: CheerioAPI, level: string) =>
  page(`[role=main] ${level}, #bd ${level}, .body ${level}, .yui-g ${level}`)
    .toArray()
    .map((heading) => ({
      question: page(heading).text(),
      links: linksIn(page, page(heading).nextUntil('h1, h2, h3').toString()),
    }));

const linksIn = (page: CheerioAPI, html: string): readonly string[] =>
  load(html)('a[href]')
    .toArray()
    .map((link) => page(link).attr('href') ?? '')
    .filter((href) => href !== '' && !/^(?:[a-z]+:|#|\/)/iu.test(href));
