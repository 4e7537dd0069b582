import { randomUUID } from 'node:crypto';
import { evidenceDecision } from '../../../activities/reply/graph/trace.ts';
import { judgeAnswer } from '../../../activities/reply/judge-answer.ts';
import pLimit from 'p-limit';
import { harmlessLine } from '../../../adapters/terminal/harmless.ts';
import { reasonText } from '../../../domain/reply/reason-text.ts';
import type { ReplyRecord } from '../../../domain/reply/reply-record.ts';
import {
  answerRates,
  citesOnlyExpected,
  evidenceRates,
  helpfulness,
  type EvidenceShown,
} from '../../../domain/operations/answer-rates.ts';
import { evaluator } from '../../../domain/intake/ask-snapshot.ts';
import { costBelow, usageFields, usageOf, type ModelUsage } from '../../../domain/operations/model-usage.ts';
import { noMetrics } from '../../../domain/operations/metrics.ts';
import { countTokens } from '../../../domain/values/tokens.ts';
import { exitCodes, UsageError } from '../../cli/exit.ts';
import { noteMeasurement } from '../operations/last-measurement.ts';
import { readQuestions, type ExpectedQuestion } from './read-questions.ts';
import { openMeter, openModel } from '../../wiring/model.ts';
import { textTable } from '../../cli/text-table.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';
import { answerHere, withSteward, type CommandContext } from '../../cli/with-steward.ts';
import { printJson, printLine } from '../../cli/print.ts';

interface Outcome extends ExpectedQuestion {
  readonly answered: boolean;
  readonly citedIds: readonly string[];
  readonly reason: string;
  /** It was not looked up to the end, so it tells nothing about answers: no rate counts it. */
  readonly failed: boolean;
  /** From 0 to 10; null if no judge is configured, there was no answer, or the judge failed. */
  readonly score: number | null;
  readonly usage: ModelUsage;
  /** Null for a question without passages. */
  readonly evidence: EvidenceShown | null;
}

const atOnce = 4;

/** Asks every question of a file through normal replies, and prints how often they were answered as expected. */
export async function evaluate(
  file: string | undefined,
  { json, ...options }: ConfigOption & JsonOption,
): Promise<void> {
  if (file === undefined) throw new UsageError('Name a file of questions, such as questions.yaml.');
  const questions = readQuestions(file);
  await withSteward({ ...options, onOwnQueues: true }, async (context) => {
    const { config, steward, progress } = context;
    await answerHere(context);
    const scoreOf = openJudge(context);
    const ask = async (one: ExpectedQuestion): Promise<Outcome> => {
      const run = await steward.ask({
        requestId: randomUUID(),
        question: one.question,
        author: evaluator,
        ...(one.passages && { passages: one.passages }),
      });
      const record = await run.row();
      return {
        ...one,
        answered: record.status === 'answered',
        citedIds: [...new Set(record.citations.map(({ sourceId }) => sourceId))],
        reason: record.reason,
        failed: record.status === 'failed' || record.reason === 'budget_spent',
        score: await scoreOf(record),
        usage: usageOf(record.modelCalls),
        evidence: one.passages ? evidenceIn(record) : null,
      };
    };
    let done = 0;
    const limit = pLimit(atOnce);
    const outcomes = await Promise.all(
      questions.map((one) =>
        limit(async () => {
          const outcome = await ask(one);
          progress.phase({ phase: 'Questions', done: (done += 1), total: questions.length });
          return outcome;
        }),
      ),
    );
    print(outcomes, json);
    noteMeasurement(config);
    if (outcomes.some(({ failed }) => failed)) process.exitCode = exitCodes.failed;
  });
}

/** What the trace of an answer says of the question's passages. */
function evidenceIn({ decisions }: Pick<ReplyRecord, 'decisions'>): EvidenceShown {
  const evidence = decisions.flatMap(({ decision, value }) =>
    decision === evidenceDecision ? [value as { readonly step: string; readonly complete: boolean }] : [],
  );
  const [written, judged] = ['generate', 'verify'].map((step) =>
    evidence.filter((prompt) => prompt.step === step).map(({ complete }) => complete),
  );
  return {
    first: written?.[0] ?? null,
    afterTools: written?.[0] === undefined ? null : written.some(Boolean),
    verification: judged?.at(-1) ?? null,
  };
}

/** Returns the judge, if one is configured. It gives null for what it does not judge, and for an answer at which it fails. */
function openJudge({ config, steward: { storage } }: CommandContext) {
  const { records, sources, now } = storage;
  const meter = openMeter(config, { records, metrics: noMetrics, now });
  const model = openModel(config, { meter });
  return async (record: ReplyRecord): Promise<number | null> =>
    config.ai_response.steps.evaluate === null || record.status !== 'answered'
      ? null
      : judgeAnswer({ model, sources, countTokens, config }, record).catch(() => null);
}

function print(outcomes: readonly Outcome[], json: boolean): void {
  if (json) {
    for (const one of outcomes) printJson(outcomeOf(one));
    printJson(summaryOf(outcomes));
    return;
  }
  const missed = outcomes.filter((one) => verdict(one) !== 'as expected');
  for (const one of missed) {
    printLine(`${verdict(one)}: ${harmlessLine(one.question, 120)} (${reasonText(one.reason)})`);
  }
  printLine(`${missed.length > 0 ? '\n' : ''}${tableOf(outcomes)}`);
}

function verdict(one: Outcome): string {
  const covered = one.expected.length > 0;
  if (one.failed) return 'failed';
  if (!one.answered) return covered ? 'silent' : 'as expected';
  if (!covered) return 'answered, silence expected';
  return citesOnlyExpected(one) ? 'as expected' : 'other sources';
}

function figuresOf(outcomes: readonly Outcome[]) {
  const looked = outcomes.filter(({ failed }) => !failed);
  return {
    rates: answerRates(looked),
    failed: outcomes.length - looked.length,
    usage: usageOf(outcomes.map((one) => one.usage)),
    evidence: evidenceRates(looked.flatMap((one) => one.evidence ?? [])),
    ...helpfulness(looked),
  };
}

const percent = (rate: number | null): string => (rate === null ? '–' : `${(rate * 100).toFixed(1)} %`);

function tableOf(outcomes: readonly Outcome[]): string {
  const { rates, failed, usage, evidence, judged, meanScore, helpfulRate } = figuresOf(outcomes);
  const judgement =
    meanScore === null
      ? []
      : [
          ['helpful', percent(helpfulRate), 'of the covered questions got an answer of 7 points or more'],
          ['mean score', meanScore.toFixed(1), `of 10, of ${judged} answers that the judge read`],
        ];
  return textTable([
    ['answer rate', percent(rates.answerRate), `of ${rates.covered} covered questions were answered`],
    ['citation precision', percent(rates.citationPrecision), 'of these answers cite expected sources alone'],
    ['correct silence', percent(rates.correctSilenceRate), `of ${rates.uncovered} others met silence`],
    ['false answers', percent(rates.falseAnswerRate), 'of the others were answered'],
    ...judgement,
    ...(outcomes.some(({ passages }) => passages)
      ? [
          [
            'shown at once',
            percent(evidence.completeFirst),
            'had all their passages in the first prompt of the answer',
          ],
          [
            'shown in the end',
            percent(evidence.completeAfterTools),
            'had them there after searching and reading',
          ],
          [
            'shown to verify',
            percent(evidence.verifySees),
            'had them in the prompt that verified the answer',
          ],
        ]
      : []),
    ...(failed > 0
      ? [['failed', String(failed), 'were not looked up to the end, and count in no rate']]
      : []),
    ['cost', costBelow(usage.costUsd), `${usage.inputTokens} tokens in, ${usage.outputTokens} out`],
  ]);
}

/** A question as `--json` prints it. */
export const outcomeOf = ({ question, expected, answered, citedIds, reason, score, usage }: Outcome) => ({
  question,
  expected,
  answered,
  cited: citedIds,
  reason,
  score,
  costUsd: usage.costUsd,
});

/** The summary that `--json` prints at the end. */
export function summaryOf(outcomes: readonly Outcome[]) {
  const { rates, failed, usage, evidence, judged, meanScore, helpfulRate } = figuresOf(outcomes);
  const { covered: _, uncovered: __, ...shares } = rates;
  return {
    questions: outcomes.length,
    failed,
    ...shares,
    judged,
    meanScore,
    helpfulRate,
    ...evidence,
    ...usageFields(usage),
  };
}
