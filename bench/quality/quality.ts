import { report, round, type BenchOptions } from '../bench-results.ts';
import { openExtractiveModel } from './extractive-model.ts';
import { measureFaqs } from './quality-faqs.ts';
import { measureQuality, told, type Quality } from './quality-measure.ts';

/**
 * How well questions are answered from real documentation, with the extractive model. First come the rates of SQLite's and
 * Django's FAQs, on which the search was not tuned; `reworded` has the questions of all four FAQs without the FAQs' pages.
 * Other thresholds are tuned on undici's questions alone. `--show` prints every question and its result.
 */
export async function run({ show, ...options }: BenchOptions): Promise<void> {
  const model = openExtractiveModel();
  const fastify = await measureQuality(model, 'fastify');
  const undici = await measureQuality(model, 'undici');
  const { pages, reported, reworded } = await measureFaqs(model);
  for (const { name, judged } of show ? [fastify, undici, reported, reworded] : [])
    for (const one of judged) process.stdout.write(`${told(name, one)}\n`);
  // They are all covered.
  const { answer_rate, citation_precision } = ratesOf(reworded);
  const result = {
    ...ratesOf(reported),
    pages,
    questions: reported.judged.length,
    reworded: { answer_rate, citation_precision },
    fastify: ratesOf(fastify),
    undici: ratesOf(undici),
  };
  report('quality', result, options);
}

const ratesOf = (set: Quality) => ({
  answer_rate: round(set.answerRate ?? 0, 3),
  correct_silence_rate: round(set.correctSilenceRate ?? 0, 3),
  false_answer_rate: round(set.falseAnswerRate ?? 0, 3),
  citation_precision: round(set.citationPrecision ?? 0, 3),
  selection_hit_rate: round(set.selectionHitRate, 3),
});
