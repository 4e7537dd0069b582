import type { Model } from '../domain/ports/model.ts';
import { linkedQuestions } from './corpora/linked-questions.ts';
import { markdownPages } from './corpora/markdown-pages.ts';
import { askAll, type Quality, type QualityQuestion } from './quality-measure.ts';

/** Whose pages are the documents; and whose questions these pages do not cover. */
const coveredBy = ['python', 'django'] as const;
const foreign = ['git', 'sqlite'] as const;

/**
 * Real documentation at its size, with questions that none of us wrote: the FAQs of Python and Django over all pages of
 * their documentation. What answers a question is known: the page of the FAQ that holds it, and the pages that its answer
 * links to. The FAQs of Git and SQLite are asked as well; nothing there answers those.
 */
export async function measureFaqs(model: Model): Promise<Quality & { readonly pages: number }> {
  const pages = (await Promise.all(coveredBy.map((name) => markdownPages(name)))).flat();
  const covered = (await Promise.all(coveredBy.map((name) => linkedQuestions(name)))).flat();
  const uncovered = (await Promise.all(foreign.map((name) => linkedQuestions(name)))).flat();
  const questions: readonly QualityQuestion[] = [
    ...covered.map(({ question, page, linked }) => ({ question, expected: [page, ...linked].map(sourceId) })),
    ...uncovered.map(({ question }) => ({ question, expected: [] })),
  ];
  const documents = new Map(pages.map(({ path, text }) => [sourceId(path), text]));
  return { ...(await askAll({ name: 'FAQs', model, documents, questions })), pages: pages.length };
}

const sourceId = (path: string): string => `kb:${path}.md`;
