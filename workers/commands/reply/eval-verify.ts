import { harmlessLine } from '../../../adapters/terminal/harmless.ts';
import type { PromptSection } from '../../../domain/models/prompt-sections.ts';
import { usageFields, usageOf, usageText } from '../../../domain/operations/model-usage.ts';
import {
  faultKinds,
  plantFaults,
  type FaultKind,
} from '../../../domain/operations/evaluation/planted-faults.ts';
import type { PromptCase } from '../../../domain/operations/evaluation/prompt-cases.ts';
import type { ModelCall } from '../../../domain/ports/model.ts';
import { percentOf } from '../../../domain/values/text.ts';
import { textTable } from '../../cli/text-table.ts';
import { askSuite, promptCases } from './prompt-suite.ts';
import { printJson, printLine } from '../../cli/print.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';

/** An answer that verification is asked about. */
export interface VerifiedDraft {
  /** The name of its case. */
  readonly name: string;
  /** Null for the good answer itself. */
  readonly fault: FaultKind | null;
  readonly draft: string;
}

export interface Verdict extends VerifiedDraft {
  /** Null if the call failed. */
  readonly accepted: boolean | null;
  readonly issues: readonly string[];
  readonly call: ModelCall | null;
}

/** Asks the verification step about the suite's good answers, with and without each fault that can be planted in them. */
export async function evaluateVerification({ config, json }: ConfigOption & JsonOption): Promise<void> {
  const answers = await askSuite({ config, prompts: draftsToVerify(promptCases()) });
  const verdicts = answers.map(({ name, fault, draft, value, call, error }): Verdict => {
    const issues = value?.issues ?? [error ?? ''];
    return { name, fault, draft, accepted: value?.is_good_enough ?? null, issues, call };
  });
  if (!json) return printLine(textOf(verdicts));
  for (const verdict of verdicts) printJson(verdictOf(verdict));
  printJson(verificationSummary(verdicts));
}

/** The good answers of the suite, each followed by its faults. */
export function draftsToVerify(cases: readonly PromptCase[]) {
  const decision = 'LLMVerificationResult';
  const verifications = cases.filter((one) => one.decision === decision);
  const pages = new Map(verifications.flatMap(({ sections }) => sections.filter(isSource)).map(byId));
  const good = verifications.filter(({ expected }) => expected['is_good_enough'] === true);
  return good.flatMap(({ name, sections }, turn) => {
    const own = sections.filter(isSource);
    const ids = new Set(own.map(({ id }) => id));
    const draft = sections.find((section) => section.name === 'draft')?.text ?? '';
    const otherPages = [...pages].filter(([id]) => !ids.has(id)).map(([, text]) => text);
    const faults = plantFaults({ draft, sources: own.map(({ text }) => text), otherPages }, turn);
    return [{ kind: null, draft }, ...faults].map(({ kind: fault, draft: text }) => ({
      name,
      fault,
      draft: text,
      decision: decision as typeof decision,
      sections: sections.map((one): PromptSection => (one.name === 'draft' ? { ...one, text } : one)),
    }));
  });
}

const isSource = ({ name }: PromptSection): boolean => name === 'source';
const byId = ({ id, text }: PromptSection) => [id, text] as const;

/** A verdict as `--json` prints it. */
export const verdictOf = ({ name, fault, draft, accepted, issues }: Verdict) => ({
  case: name,
  fault,
  draft,
  accepted,
  issues,
});

/** The summary that `--json` prints at the end. */
export function verificationSummary(verdicts: readonly Verdict[]) {
  const counted = (fault: FaultKind | null) => {
    const own = verdicts.filter((one) => one.fault === fault);
    const refused = own.filter(({ accepted }) => accepted === false).length;
    return { all: own.length, refused, failed: own.filter(({ accepted }) => accepted === null).length };
  };
  const { all: answers, refused, failed } = counted(null);
  return {
    faults: faultKinds.map((fault) => {
      const { all: planted, refused: caught, failed: failedCalls } = counted(fault);
      return { fault, planted, caught, failedCalls };
    }),
    goodAnswers: { answers, refused, failedCalls: failed },
    ...usageFields(spentOn(verdicts)),
  };
}

const spentOn = (verdicts: readonly Verdict[]) => usageOf(verdicts.flatMap(({ call }) => call ?? []));

const words: Readonly<Record<FaultKind, string>> = {
  number: 'another number',
  negation: 'a negation more or less',
  name: 'another command, setting or option',
  other_page: 'a sentence of another page',
  condition: 'a condition removed',
  addition: 'an addition that no source supports',
};

function textOf(verdicts: readonly Verdict[]): string {
  const { faults, goodAnswers: good } = verificationSummary(verdicts);
  const lines = verdicts.flatMap(({ name, fault, draft, accepted, issues }) => {
    if (accepted === (fault === null)) return [];
    const what = fault === null ? 'a good answer' : words[fault];
    if (accepted === null) return [`failed, ${name}, ${what}: ${harmlessLine(issues.join(' '), 300)}`];
    const said = accepted ? draft : issues.join(' ');
    return [`${accepted ? 'not caught' : 'refused'}, ${name}, ${what}: ${harmlessLine(said, 300)}`];
  });
  const rows = faults.map(({ fault, planted, caught, failedCalls: failed }) =>
    [words[fault], planted, caught, percentOf(caught, planted), failed].map(String),
  );
  const table = textTable({
    head: ['planted fault', 'planted', 'caught', '', 'failed calls'],
    rows,
    right: 1,
  });
  const failedGood = good.failedCalls > 0 ? `, ${good.failedCalls} calls failed` : '';
  return (
    `${lines.map((line) => `${line}\n`).join('')}\n${table}\n` +
    `good answers refused: ${good.refused} of ${good.answers} (${percentOf(good.refused, good.answers)})${failedGood}\n` +
    usageText(spentOn(verdicts))
  );
}
