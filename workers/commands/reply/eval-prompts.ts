import { harmlessLine } from '../../../adapters/terminal/harmless.ts';
import { usageFields, usageOf, usageText } from '../../../domain/operations/model-usage.ts';
import { unmet, type PromptCase } from '../../../domain/operations/evaluation/prompt-cases.ts';
import type { ModelCall } from '../../../domain/ports/model.ts';
import { percentOf } from '../../../domain/values/text.ts';
import { textTable } from '../../cli/text-table.ts';
import { askSuite, promptCases } from './prompt-suite.ts';
import { printJson, printLine } from '../../cli/print.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';

interface Judged extends PromptCase {
  /** What is not as expected; empty if the model decided correctly. */
  readonly wrong: readonly string[];
  /** Null if the call failed. */
  readonly call: ModelCall | null;
}

/** Asks the configured models about the suite's cases, with the configured prompts, and prints unexpected decisions. */
export async function evaluatePrompts({ config, json }: ConfigOption & JsonOption): Promise<void> {
  const answers = await askSuite({ config, prompts: promptCases() });
  const wrong = ({ value, error, ...one }: (typeof answers)[number]): readonly string[] =>
    value === null ? [error ?? ''] : unmet(value, one);
  print(
    answers.map((one) => ({ ...one, wrong: wrong(one) })),
    json,
  );
}

function print(judged: readonly Judged[], json: boolean): void {
  if (!json) {
    for (const { decision, name, wrong } of judged)
      for (const what of wrong) printLine(`${decision}, ${name}: ${harmlessLine(what, 300)}`);
  }
  const byDecision = [...Map.groupBy(judged, ({ decision }) => decision)].map(([decision, cases]) => ({
    decision,
    cases: cases.length,
    right: cases.filter(({ wrong }) => wrong.length === 0).length,
    failed: cases.filter(({ call }) => call === null).length,
  }));
  const usage = usageOf(judged.flatMap(({ call }) => call ?? []));
  if (json) {
    for (const { decision, name, wrong } of judged)
      printJson({ decision, case: name, right: wrong.length === 0, wrong });
    printJson({ prompts: byDecision, ...usageFields(usage) });
    return;
  }
  const rows = byDecision.map(({ decision, cases, right, failed }) =>
    [decision, cases, right, percentOf(right, cases), failed].map(String),
  );
  const head = ['decision', 'cases', 'as expected', '', 'failed calls'];
  printLine(`\n${textTable({ head, rows, right: 1 })}\n${usageText(usage)}`);
}
