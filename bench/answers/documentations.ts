import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extractHtml } from '../../adapters/pages/content/extract-html.ts';
import { wordsIn } from '../../domain/values/text.ts';
import { headingsOf } from '../../domain/documents/headings.ts';
import { corpus } from '../corpora/corpora.ts';
import { linkedQuestions, type FaqCorpus } from '../corpora/linked-questions.ts';
import { markdownPages, type MarkdownPage } from '../corpora/markdown-pages.ts';
import { readDocuments } from '../quality/quality-knowledge.ts';
import { qualitySets, type QualityQuestion } from '../quality/quality-measure.ts';
import { readJsonLines } from '../support/read-data.ts';

/** A question that a documentation answers, and the paths of the pages that do. */
interface CoveredQuestion {
  readonly question: string;
  readonly pages: readonly string[];
}

/** Pages without the lines that contain one of the questions. The answers are there in other words. */
export interface Documentation {
  readonly name: DocumentationName;
  readonly pages: readonly MarkdownPage[];
  readonly questions: readonly CoveredQuestion[];
}

/**
 * Eight documentations of different styles. The questions are from FAQs and headings; none was written for this bench.
 */
export const documentationNames = [
  'python',
  'django',
  'git',
  'sqlite',
  'perl',
  'fetchmail',
  'emacs',
  'fastify',
] as const;

export type DocumentationName = (typeof documentationNames)[number];

/** The most pages (those that answer, and others spread over all), and the most questions. */
export interface Size {
  readonly pages: number;
  readonly questions: number;
}

export async function documentation(name: DocumentationName, size: Size): Promise<Documentation> {
  const { pages, questions } = await readers[name]();
  const faq = spread(questions, size.questions);
  const rest = spread(headingQuestions(pages, questions), size.questions - faq.length);
  const asked = [...faq, ...rest];
  const needed = new Set(asked.flatMap((one) => one.pages));
  const others = pages.filter(({ path }) => !needed.has(path));
  const kept = new Set([...needed, ...spread(others, size.pages - needed.size).map(({ path }) => path)]);
  const without = withoutLines(asked.map(({ question }) => question));
  return {
    name,
    questions: asked,
    pages: pages
      .filter(({ path }) => kept.has(path))
      .map(({ path, text }) => ({ path, text: without(text) })),
  };
}

interface Read {
  readonly pages: readonly MarkdownPage[];
  readonly questions: readonly CoveredQuestion[];
}

const readers: Readonly<Record<DocumentationName, () => Promise<Read>>> = {
  python: () => linkedFaq('python'),
  django: () => linkedFaq('django'),
  git: () => linkedFaq('git'),
  sqlite: () => linkedFaq('sqlite'),
  perl: async () => {
    const pages = await pods();
    const isFaq = ({ path }: MarkdownPage) => /^perl\/perlfaq\d/u.test(path);
    return { pages, questions: headingQuestions(pages.filter(isFaq), []) };
  },
  fetchmail: async () => {
    const { dir, pages } = await corpus('fetchmail');
    const html = await readFile(join(dir, pages[0] ?? ''), 'utf8');
    return chapters('fetchmail', extractHtml(html, null).text);
  },
  emacs: async () => {
    const { dir, pages } = await corpus('emacs');
    const outline = await readFile(join(dir, pages[0] ?? ''), 'utf8');
    return chapters(
      'emacs',
      outline.replaceAll(/^\*+(?= )/gmu, (stars) => '#'.repeat(stars.length)),
    );
  },
  fastify: async () => {
    const { folder, questions } = qualitySets.fastify;
    const written = readJsonLines(questions) as readonly QualityQuestion[];
    const documents = await readDocuments(fileURLToPath(new URL(`../../${folder}`, import.meta.url)));
    const pathOf = (id: string) => `fastify/${id.slice('kb:'.length, -'.md'.length)}.html`;
    return {
      pages: [...documents].map(([id, text]) => ({ path: pathOf(id), text })),
      questions: written.flatMap(({ question, expected }) =>
        expected.length > 0 ? [{ question, pages: expected.map(pathOf) }] : [],
      ),
    };
  },
};

async function linkedFaq(name: FaqCorpus): Promise<Read> {
  const pages = await markdownPages(name);
  const known = new Set(pages.map(({ path }) => path));
  const questions = await linkedQuestions(name);
  return {
    pages,
    questions: questions.map(({ question, page, linked }) => ({
      question,
      pages: [page, ...linked].filter((path) => known.has(path)),
    })),
  };
}

/** Splits a long page at its outermost headings. */
function chapters(name: string, text: string): Read {
  const parts = text.split(/^(?=#{1,2} )/mu).filter((part) => part.trim() !== '');
  const pages = parts.map((part, at) => ({
    path: `${name}/${String(at + 1).padStart(3, '0')}.html`,
    text: part,
  }));
  return { pages, questions: headingQuestions(pages, []) };
}

/** Perl's own pages, converted to Markdown. */
async function pods(): Promise<readonly MarkdownPage[]> {
  const { dir, pages } = await corpus('pods');
  return Promise.all(
    pages
      .filter((page) => !/delta|toc|api|uniprops/u.test(page))
      .map(async (page) => {
        const pod = await readFile(join(dir, page), 'utf8');
        const text = pod
          .replaceAll(/^=head(\d) +/gmu, (_, level: string) => `${'#'.repeat(Number(level))} `)
          .replaceAll(/^=item +(?![*\d])(.*)$/gmu, '**$1**')
          .replaceAll(/^=\w+.*$/gmu, '')
          .replaceAll(/\bC<+ ?(.*?) ?>+/gu, '`$1`')
          .replaceAll(/\b[A-Z]<+ ?(?:[^<>|]*\|)?(.*?) ?>+/gu, '$1');
        return { path: `perl/${basename(page, '.pod')}.html`, text };
      }),
  );
}

/** Shorter headings only name a subject. */
const fewestWords = 5;

function headingQuestions(
  pages: readonly MarkdownPage[],
  known: readonly CoveredQuestion[],
): readonly CoveredQuestion[] {
  const seen = new Set(known.map(({ question }) => plain(question)));
  return pages.flatMap(({ path, text }) =>
    headingsOf(text.split('\n')).flatMap(({ title, level }) => {
      const question = title.replace(/^[A-Z]\d+\. /u, '').trim();
      const isAsked = level > 1 && question.split(/\s+/u).length >= fewestWords && !seen.has(plain(question));
      seen.add(plain(question));
      return isAsked ? [{ question, pages: [path] }] : [];
    }),
  );
}

const plain = (text: string): string => wordsIn(text).join(' ');

/** Removes lines that contain a question. A heading keeps its marks, so that the sections stay the same. */
function withoutLines(questions: readonly string[]): (text: string) => string {
  const asked = questions.map(plain).filter((question) => question !== '');
  return (text) =>
    text
      .split('\n')
      .map((line, at) => {
        const said = plain(line);
        if (!asked.some((question) => said.includes(question))) return line;
        return /^#+ /u.test(line) ? line.replace(/(?<=^#+ ).*/u, `Entry ${at}`) : '';
      })
      .join('\n');
}

/** This many items, spread evenly. */
const spread = <Item>(items: readonly Item[], count: number): readonly Item[] =>
  count <= 0
    ? []
    : items.filter(
        (_, at) => Math.floor((at * count) / items.length) !== Math.floor(((at - 1) * count) / items.length),
      );
