import { isChatter } from '../../domain/intake/question-gate.ts';
import { printResult, round, type BenchOptions } from '../bench-results.ts';
import { runChatter } from './chatter-run.ts';
import { chitchatBursts } from '../corpora/chitchat.ts';
import { everydayTalk } from '../corpora/chatterbot.ts';
import { faqHeadings } from '../corpora/faq-questions.ts';
import { helpStatements } from '../corpora/help-statements.ts';

/** The heuristic gate on texts that others wrote: it should drop small talk and keep questions and help statements. */
export async function run({ json, show, full }: BenchOptions): Promise<void> {
  const bursts = await chitchatBursts();
  const talk = await everydayTalk();
  const headings = await faqHeadings();
  const questions = headings.filter((heading) => asks(heading));
  const bare = questions.map((question) => question.replaceAll('?', '').toLowerCase());
  const sets = await helpStatements();
  const statements = [...new Set(Object.values(sets).flat())];
  const lost = [...questions, ...bare, ...statements].filter((text) => !passes(text));
  const started = performance.now();
  const dropped = 1 - shareOf(bursts);
  const milliseconds = performance.now() - started;
  const result = {
    chatter_dropped: round(dropped, 3),
    chatter_dropped_second: round(1 - shareOf(talk), 3),
    chatter_dropped_second_without_questions: round(1 - shareOf(talk.filter((line) => !asks(line))), 3),
    chatter_silent: full ? await silentShare() : null,
    questions_kept: round(shareOf(questions), 3),
    questions_kept_bare: round(shareOf(bare), 3),
    help_statements: statements.length,
    help_statements_kept: round(shareOf(statements), 3),
    help_statements_kept_by_set: mapSets(sets, (texts) => round(shareOf(texts), 3)),
    help_statements_kept_left_out: leftOut(sets, bursts),
  };
  const rows = [
    [`bursts of small talk (chitchat-dataset) dropped, of ${bursts.length}`, result.chatter_dropped],
    ['  of these bursts hold a question mark', round(marked(bursts), 3)],
    [`lines of everyday talk (chatterbot-corpus) dropped, of ${talk.length}`, result.chatter_dropped_second],
    ['  of these lines hold a question mark', round(marked(talk), 3)],
    ['  of these lines ask, with a mark or without', round(talk.filter(asks).length / talk.length, 3)],
    ['  of those that do not ask dropped', result.chatter_dropped_second_without_questions],
    ...(result.chatter_silent === null
      ? []
      : [
          [
            `bursts met with silence by the whole pipeline, of ${silentBursts}`,
            result.chatter_silent,
          ] as const,
        ]),
    [`FAQ questions (Python, Git) kept, of ${questions.length}`, result.questions_kept],
    ['  without "?" and in lower case', result.questions_kept_bare],
    ['  headings that ask nothing, left out', headings.length - questions.length],
    [`help statements without "?" kept, of ${statements.length}`, result.help_statements_kept],
    ...Object.entries(sets).map(
      ([name, texts]) =>
        [
          `  ${name}, of ${texts.length}; with the threshold chosen without it: ${result.help_statements_kept_left_out[name]}`,
          result.help_statements_kept_by_set[name] ?? 0,
        ] as const,
    ),
    ['microseconds a burst', round((milliseconds / bursts.length) * 1000, 3)],
  ] as const;
  for (const [name, value] of rows) process.stdout.write(`${name.padEnd(72)}${String(value).padStart(9)}\n`);
  if (show) process.stdout.write(lost.map((text) => `lost: ${text}\n`).join(''));
  if (json) printResult('gate', result);
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

type Sets = Readonly<Record<string, readonly string[]>>;

const passes = (text: string): boolean => !isChatter(text);

/** By its question mark or first word, independently of the measured gate. */
const asks = (heading: string): boolean =>
  heading.includes('?') || /^(?:how|what|why|when|where|which|who|can|is|are|do|does)\b/iu.test(heading);

const shareOf = (texts: readonly string[]): number => texts.filter(passes).length / texts.length;

const marked = (texts: readonly string[]): number =>
  texts.filter((text) => text.includes('?')).length / texts.length;

const mapSets = (sets: Sets, of: (texts: readonly string[], name: string) => number) =>
  Object.fromEntries(Object.entries(sets).map(([name, texts]) => [name, of(texts, name)]));

const thresholds = [0.15, 0.18, 0.21, 0.24, 0.27, 0.3, 0.33];
const wanted = { kept: 0.97, dropped: 0.55 };

/**
 * The share kept of each set with the threshold that the other sets alone would choose: the lowest that drops enough
 * chatter.
 */
function leftOut(sets: Sets, bursts: readonly string[]) {
  const some = bursts.filter((_, at) => at % 20 === 0);
  const kept = (texts: readonly string[], strangeShare: number) =>
    texts.filter((text) => !isChatter(text, { strangeShare })).length / texts.length;
  return mapSets(sets, (texts, name) => {
    const others = Object.entries(sets).flatMap(([other, own]) => (other === name ? [] : own));
    const chosen = thresholds.find(
      (threshold) => 1 - kept(some, threshold) >= wanted.dropped && kept(others, threshold) >= wanted.kept,
    );
    return chosen === undefined ? 0 : round(kept(texts, chosen), 3);
  });
}
