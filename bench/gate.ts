import { isChatter } from '../domain/intake/question-gate.ts';
import type { BenchOptions } from './bench.ts';
import { printResult } from './bench-results.ts';
import { chitchatBursts } from './corpora/chitchat.ts';
import { faqHeadings } from './corpora/faq-questions.ts';

/** The heuristic gate on text that others wrote: small talk has to end there, questions have to pass. */
export async function run({ json, show }: BenchOptions): Promise<void> {
  const bursts = await chitchatBursts();
  const headings = await faqHeadings();
  const questions = headings.filter((heading) => asks(heading));
  const bare = questions.map((question) => question.replaceAll('?', '').toLowerCase());
  const lost = [...questions, ...bare].filter((text) => !passes(text));
  const started = performance.now();
  const dropped = bursts.filter((burst) => !passes(burst)).length / bursts.length;
  const result = {
    chatter_dropped: round(dropped),
    questions_kept: round(shareOf(questions)),
    questions_kept_bare: round(shareOf(bare)),
  };
  const marked = bursts.filter((burst) => burst.includes('?')).length / bursts.length;
  const rows = [
    [`bursts of small talk (chitchat-dataset) dropped, of ${bursts.length}`, result.chatter_dropped],
    ['  of these bursts hold a question mark', round(marked)],
    [`FAQ questions (Python, Git) kept, of ${questions.length}`, result.questions_kept],
    ['  without "?" and in lower case', result.questions_kept_bare],
    ['  headings that ask nothing, left out', headings.length - questions.length],
    ['microseconds a burst', round(((performance.now() - started) / bursts.length / 2) * 1000)],
  ] as const;
  for (const [name, value] of rows) process.stdout.write(`${name.padEnd(72)}${String(value).padStart(9)}\n`);
  if (show) process.stdout.write(lost.map((text) => `lost: ${text}\n`).join(''));
  if (json) printResult('gate', result);
}

const passes = (text: string): boolean => !isChatter(text);

/** By its mark, or by its first word: told without the gate that is measured. */
const asks = (heading: string): boolean =>
  heading.includes('?') || /^(?:how|what|why|when|where|which|who|can|is|are|do|does)\b/iu.test(heading);

const shareOf = (texts: readonly string[]): number => texts.filter(passes).length / texts.length;

const round = (value: number): number => Math.round(value * 1000) / 1000;
