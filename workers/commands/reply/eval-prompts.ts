import { readdirSync, readFileSync } from 'node:fs';
import pLimit from 'p-limit';
import { parse } from 'yaml';
import { harmlessJson, harmlessLine } from '../../../adapters/terminal/harmless.ts';
import type { Config } from '../../../config/schema.ts';
import { aboutProject, composeSystem } from '../../../domain/models/compose-prompt.ts';
import type { DecisionName } from '../../../domain/models/decisions.ts';
import { readPromptCases, unmet, type PromptCase } from '../../../domain/operations/prompt-cases.ts';
import { formatUsd, usageOf } from '../../../domain/operations/model-usage.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { Model, ModelCall } from '../../../domain/ports/model.ts';
import { gateRules, generationRules, translationRules } from '../../../domain/reply/reply-rules.ts';
import { loadCommandConfig } from '../../cli/load.ts';
import { progressTo } from '../../cli/progress.ts';
import { textTable } from '../../cli/text-table.ts';
import { openModel, probeModels } from '../../wiring/model.ts';

const folder = new URL('../../../config/prompts/cases/', import.meta.url);

/** The suite: a file of cases for each decision, all about a project that does not exist. */
export const promptCases = (): readonly PromptCase[] =>
  readdirSync(folder)
    .toSorted()
    .flatMap((name) => readPromptCases(parse(readFileSync(new URL(name, folder), 'utf8'))));

const project =
  'Lumen is a self-hosted photo gallery with a command line tool, lumen. People run it on their own servers.';

interface Judged extends PromptCase {
  /** What is not as expected. None: the model decided as it should. */
  readonly wrong: readonly string[];
  /** Null: the call failed. */
  readonly call: ModelCall | null;
}

const atOnce = 4;

/** Puts the suite's cases to the configured models, with the configured prompts, and says where they decide otherwise. */
export async function evaluatePrompts({
  config: file,
  json,
}: {
  readonly config?: string;
  readonly json: boolean;
}): Promise<void> {
  const { config } = loadCommandConfig({ config: file });
  await probeModels(config);
  const { model, close } = await openModel(config);
  const progress = progressTo(process.stderr);
  const cases = promptCases();
  const limit = pLimit(atOnce);
  let done = 0;
  const judge = async (one: PromptCase): Promise<Judged> => {
    const judged = await judgeCase({ model, config, one });
    done += 1;
    if (done % 20 === 0) progress(`${done} of ${cases.length} cases`);
    return judged;
  };
  try {
    print(await Promise.all(cases.map((one) => limit(judge, one))), json);
  } finally {
    await close();
  }
}

async function judgeCase({
  model,
  config,
  one,
}: {
  readonly model: Model;
  readonly config: Config;
  readonly one: PromptCase;
}): Promise<Judged> {
  const { decision, sections } = one;
  const { task, rules = [] } = promptOf(config, one);
  try {
    const { value, call } = await model.decide({
      decision,
      system: composeSystem({ task, about: aboutProject(project), rules }),
      sections,
      maxRetries: config.ai_response.llm.max_retries,
    });
    return { ...one, wrong: unmet(value, one), call };
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    return { ...one, wrong: [error.message], call: null };
  }
}

interface Prompt {
  readonly task: string;
  readonly rules?: readonly string[];
}

/** As the steps of a reply and of a capture compose it. */
function promptOf({ ai_response: ai, kb, moderation }: Config, { decision, sections }: PromptCase): Prompt {
  const prompts: Readonly<Record<DecisionName, Prompt>> = {
    LLMGateDecision: { task: ai.gating_prompt, rules: gateRules },
    RecallDecision: { task: ai.recall_prompt },
    LLMSelectionResult: { task: ai.selection_prompt },
    LLMGenerationResult: {
      task: ai.answer_prompt,
      rules: generationRules({ toolSteps: 0, asksAgain: true }),
    },
    LLMVerificationResult: { task: ai.verification_prompt },
    LLMEvaluationResult: { task: ai.evaluation.prompt },
    PersonalDataResult: { task: moderation.personal_data_prompt },
    LLMTranslationResult: { task: ai.translation_prompt, rules: translationRules('eng') },
    LLMTextResult: {
      task: sections.some(({ name }) => name === 'topic')
        ? kb.team_summarization_prompt
        : ai.summarization_prompt,
    },
    ClassificationResult: { task: kb.team_classification_prompt },
    IntegrationResult: { task: kb.team_integration_prompt },
    ImageSummaryResult: { task: kb.team_image_summary_prompt },
  };
  return prompts[decision];
}

function print(judged: readonly Judged[], json: boolean): void {
  if (!json) {
    for (const { decision, name, wrong } of judged)
      for (const what of wrong) process.stdout.write(`${decision}, ${name}: ${harmlessLine(what, 300)}\n`);
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
      process.stdout.write(`${harmlessJson({ decision, case: name, right: wrong.length === 0, wrong })}\n`);
    const { inputTokens: input_tokens, outputTokens: output_tokens, costUsd: cost_usd } = usage;
    const summary = { prompts: byDecision, input_tokens, output_tokens, cost_usd };
    process.stdout.write(`${JSON.stringify(summary)}\n`);
    return;
  }
  const rows = byDecision.map(({ decision, cases, right, failed }) =>
    [decision, cases, right, `${Math.round((100 * right) / cases)} %`, failed].map(String),
  );
  const head = ['decision', 'cases', 'as expected', '', 'failed calls'];
  process.stdout.write(
    `\n${textTable({ head, rows, right: 1 })}\n` +
      `${formatUsd(usage.costUsd)}, ${usage.inputTokens} tokens in, ${usage.outputTokens} out\n`,
  );
}
