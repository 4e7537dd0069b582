import type { Model } from '../../domain/ports/model.ts';
import { percent, printResult, type BenchOptions } from '../bench-results.ts';
import { openExtractiveModel } from './extractive-model.ts';
import { measureFaqs } from './quality-faqs.ts';
import { measureQuality, type Quality } from './quality-measure.ts';

/**
 * How well questions are answered from real documentation, with the extractive model. `--json` adds a last
 * line with the four rates of the FAQs that the search was not tuned on, then of all others; `--show` prints every
 * question and its result.
 */
export async function run(options: BenchOptions): Promise<void> {
  await measure(openExtractiveModel(), options);
}

function printQuality(sets: readonly Quality[]): void {
  console.log('documents  covered  answered  right source  uncovered  false answers  selected');
  for (const set of sets) {
    const cells = [
      set.name.padEnd(9),
      String(set.covered).padStart(7),
      percent(set.answerRate).padStart(8),
      percent(set.citationPrecision).padStart(12),
      String(set.uncovered).padStart(9),
      percent(set.falseAnswerRate).padStart(13),
      percent(set.selectionHitRate).padStart(8),
    ];
    console.log(cells.join('  '));
  }
}

function show({ name, judged }: Quality): void {
  for (const { question, expected, reply } of judged) {
    const covered = expected.length > 0;
    const right = reply.citedIds.every((id) => expected.includes(id));
    const outcome = reply.answer === null ? 'silent' : covered ? (right ? 'right' : 'wrong page') : 'false';
    console.log(
      `${name} ${covered ? 'covered' : 'uncovered'} ${outcome}: ${question} ${reply.citedIds.join(' ')}`,
    );
  }
  console.log('');
}

async function measure(model: Model, options: BenchOptions): Promise<void> {
  const fastify = await measureQuality(model, 'fastify');
  const undici = await measureQuality(model, 'undici');
  const { pages, ...faqs } = await measureFaqs(model);
  const all = [fastify, undici, ...Object.values(faqs)];
  if (options.show) for (const set of all) show(set);
  printQuality(all);
  console.log(`
FAQs: SQLite's and Django's, on which the search was not tuned, over ${pages} pages. Reworded: without the FAQs' pages, all four.
Other thresholds are tuned on undici's questions alone; Fastify's are the measured ones.`);
  if (!options.json) return;
  const quality = {
    ...ratesOf(faqs.reported),
    pages,
    questions: faqs.reported.judged.length,
    reworded: {
      answer_rate: faqs.reworded.answerRate ?? 0,
      citation_precision: faqs.reworded.citationPrecision ?? 0,
    },
    fastify: ratesOf(fastify),
    undici: ratesOf(undici),
  };
  printResult('quality', quality);
}

const ratesOf = (set: Quality) => ({
  answer_rate: set.answerRate ?? 0,
  correct_silence_rate: set.correctSilenceRate ?? 0,
  false_answer_rate: set.falseAnswerRate ?? 0,
  citation_precision: set.citationPrecision ?? 0,
});
