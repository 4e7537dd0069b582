import { isChatter } from '../../domain/intake/question-gate.ts';
import { report, round, type BenchOptions } from '../bench-results.ts';
import { runChatter } from './chatter-run.ts';
import { chitchatBursts } from '../corpora/chitchat.ts';
import { faqHeadings } from '../corpora/faq-questions.ts';
import { helpStatements } from '../corpora/help-statements.ts';

/** The heuristic gate on texts that others wrote: it should drop small talk and keep questions and help statements. */
export async function run({ show, full, ...options }: BenchOptions): Promise<void> {
  const bursts = await chitchatBursts();
  const headings = await faqHeadings();
  const questions = headings.filter((heading) => asks(heading));
  const bare = questions.map((question) => question.replaceAll('?', '').toLowerCase());
  const sets = await helpStatements();
  const statements = [...new Set(Object.values(sets).flat())];
  const lost = [...questions, ...bare, ...statements].filter((text) => !passes(text));
  const bySet = Object.fromEntries(
    Object.entries(sets).map(([name, texts]) => [name, round(shareOf(texts), 3)]),
  );
  const result = {
    bursts: bursts.length,
    chatter_dropped: round(1 - shareOf(bursts), 3),
    // After all gates, of 5,000 bursts.
    chatter_silent: full ? await silentShare() : null,
    // FAQ questions of Python and Git; bare, without "?" and in lower case.
    questions: questions.length,
    questions_kept: round(shareOf(questions), 3),
    questions_kept_bare: round(shareOf(bare), 3),
    help_statements: statements.length,
    help_statements_kept: round(shareOf(statements), 3),
    help_statements_kept_by_set: bySet,
  };
  if (show) process.stdout.write(lost.map((text) => `lost: ${text}\n`).join(''));
  report('gate', result, options);
}

const silentBursts = 5_000;

/** The share of bursts that stay unanswered after all gates, with the extractive model. */
async function silentShare(): Promise<number> {
  const { answeredChatter } = await runChatter({
    burstCount: silentBursts,
    questionCount: 50,
    pauseMilliseconds: 60,
  });
  return round(1 - answeredChatter.length / silentBursts, 3);
}

const passes = (text: string): boolean => !isChatter(text);

/** By its question mark or first word, independently of the measured gate. */
const asks = (heading: string): boolean =>
  heading.includes('?') || /^(?:how|what|why|when|where|which|who|can|is|are|do|does)\b/iu.test(heading);

const shareOf = (texts: readonly string[]): number => texts.filter(passes).length / texts.length;
