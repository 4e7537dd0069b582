import type { Model } from '../../domain/ports/model.ts';
import {
  faqCorpora,
  isFaqPage,
  linkedQuestions,
  type FaqCorpus,
  type LinkedQuestion,
} from '../corpora/linked-questions.ts';
import { markdownPages } from '../corpora/markdown-pages.ts';
import { openLibrary, sourceIdOf } from './quality-library.ts';
import { summarise, type Judged, type Quality } from './quality-measure.ts';

/** The documentations of each knowledge base. It answers its own FAQs and not the others. */
const knowledgeBases = [
  ['python', 'django'],
  ['git', 'sqlite'],
] as const satisfies readonly (readonly FaqCorpus[])[];

/** The extractive model's numbers for large indexes were tuned on these FAQs. */
const fixedOn: ReadonlySet<FaqCorpus> = new Set(['python', 'git']);

export interface FaqQuality {
  /** Questions on which nothing was tuned. */
  readonly reported: Quality;
  /** Without the FAQs' pages: only the pages that the answers link to, in other words, are left. */
  readonly reworded: Quality;
  readonly pages: number;
}

interface Asked extends Judged {
  readonly corpus: FaqCorpus;
  readonly isReworded: boolean;
}

/**
 * Real documentation in full size, with questions from outside this project: the FAQs of four projects, asked of the
 * documentation of two of them at a time. A question is answered by its FAQ page and by the pages that its answer links
 * to.
 */
export async function measureFaqs(model: Model): Promise<FaqQuality> {
  const questions = (await Promise.all(faqCorpora.map(linkedQuestions))).flat();
  const asked: Asked[] = [];
  let pageCount = 0;
  for (const covered of knowledgeBases) {
    const pages = (await Promise.all(covered.map(markdownPages))).flat();
    const isCovered = ({ corpus }: LinkedQuestion) => covered.some((name) => name === corpus);
    await using library = await openLibrary(model);
    const ask = async (one: LinkedQuestion, expectedPages: readonly string[], isReworded: boolean) => {
      const { corpus, question } = one;
      const expected = expectedPages.map(sourceIdOf);
      asked.push({ corpus, isReworded, question, expected, reply: await library.ask(question) });
    };
    await library.publish(pages);
    for (const one of questions) await ask(one, isCovered(one) ? [one.page, ...one.linked] : [], false);
    await library.publish(pages.filter(({ path }) => !isFaqPage(path)));
    const answeredElsewhere = questions.filter((one) => isCovered(one) && one.linked.length > 0);
    for (const one of answeredElsewhere) await ask(one, one.linked, true);
    pageCount += pages.length;
  }
  const reported = asked.filter(({ isReworded, corpus }) => !isReworded && !fixedOn.has(corpus));
  const reworded = asked.filter(({ isReworded }) => isReworded);
  return {
    reported: { name: 'FAQs', judged: reported, ...summarise(reported) },
    reworded: { name: 'reworded', judged: reworded, ...summarise(reworded) },
    pages: pageCount,
  };
}
