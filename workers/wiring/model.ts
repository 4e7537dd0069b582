import {
  createCallMeter,
  unmetered,
  type CallMeter,
  type CallMeterOptions,
} from '../../adapters/llm/call-meter.ts';
import { systemMessage } from '../../activities/models/system-message.ts';
import { extractiveAnswer } from '../../extractive-model/answer.ts';
import type { ModelSettings } from '../../adapters/llm/model-settings.ts';
import { withFallbacks } from '../../activities/models/fallback-model.ts';
import type { LeftOut } from '../../adapters/llm/langchain.ts';
import { createModel } from '../../adapters/llm/openai-model.ts';
import { modelAddress, extractiveModel } from '../../config/schema/llm.ts';
import { fallbacksOf, modelsInUse, type ModelInUse } from '../../config/schema/models-in-use.ts';
import type { Config } from '../../config/schema.ts';
import {
  extractiveModelName,
  libraryStepOf,
  replyStepOf,
  type DecisionName,
} from '../../domain/models/decisions.ts';
import { failedWith, finalError, mistake, PortError } from '../../domain/ports/errors.ts';
import type { Model } from '../../domain/ports/model.ts';

const steps = { ...replyStepOf, ...libraryStepOf } as const satisfies Record<DecisionName, string>;

/** Opens the models of the config. */
export function openModel(
  config: Config,
  { meter = unmetered, leftOut = () => {} }: { readonly meter?: CallMeter; readonly leftOut?: LeftOut } = {},
): Model {
  const { settings, fallbacks } = openSettings(config);
  const settingsFor = (decision: DecisionName): ModelSettings => {
    const stepModel = settings.get(steps[decision]);
    if (!stepModel) throw new Error(`no model for ${decision}`);
    return stepModel;
  };
  const first = createModel({ settingsFor, meter, leftOut });
  const chainOf = (fallbacks: readonly ModelSettings[]) =>
    withFallbacks([
      first,
      ...fallbacks.map((one) =>
        createModel({
          settingsFor: (decision) => bounded(steps[decision], one, config),
          meter,
          leftOut,
        }),
      ),
    ]);
  const [reply, library] = [chainOf(fallbacks.reply), chainOf(fallbacks.library)];
  const judges = chainOf(fallbacks.reply.filter(({ embedded }) => !embedded));
  const chainFor = (decision: DecisionName, byLast = false) => {
    if (!(decision in replyStepOf)) return library;
    // The one that quotes cannot judge what another one wrote.
    return !byLast && ['verify', 'evaluate'].includes(steps[decision]) ? judges : reply;
  };
  return {
    modelFor: (decision) => chainFor(decision).modelFor(decision),
    decide: (request) => chainFor(request.decision, request.byLast).decide(request),
  };
}

/**
 * Asks every configured model one small question, so that a wrong key, name or address shows at the start and not with the first
 * member's question. Throws a `PortError` that names the setting. An unusable answer is only a doubt, because key, name and
 * address are right then, and a weak model may do better with the next question.
 */
export async function probeModels(config: Config) {
  const { settings, fallbacks } = openSettings(config);
  const byPath = (all: Iterable<ModelSettings>) => [
    ...new Map([...all].map((one) => [one.configPath, one])).values(),
  ];
  const probed = (all: readonly ModelSettings[], isDoubted: (error: unknown) => error is PortError) =>
    all.map(async (one) => ({ path: one.configPath, ...(await probe(one, config, isDoubted)) }));
  return Promise.all([
    ...probed(byPath(settings.values()), isDoubt),
    // Steward works without one that is away.
    ...probed(byPath([...fallbacks.reply, ...fallbacks.library]), (error) => error instanceof PortError),
  ]);
}

async function probe(
  settings: ModelSettings,
  config: Config,
  isDoubted: (error: unknown) => error is PortError,
) {
  const decision = 'LLMGateDecision';
  const sections = [{ name: 'question', id: null, text: 'How do I start?' }] as const;
  const system = systemMessage(config, { decision, sections, about: '' });
  const started = performance.now();
  /** `doubt`: why its answer cannot be used (cut off, malformed or declined), or what it refuses; null for a usable answer. */
  const probed = (doubt: PortError | null) => {
    const milliseconds = Math.round(performance.now() - started);
    return { model: settings.model, milliseconds, doubt };
  };
  const refused: string[] = [];
  const model = createModel({
    settingsFor: () => settings,
    leftOut: ({ parameter, configPath }) =>
      void refused.push(`${configPath}: the model refuses ${parameter}, which is not sent.`),
  });
  try {
    await model.decide({ decision, system, sections, maxRetries: 1 });
    return probed(refused.length > 0 ? finalError('model_bad_request', refused.join(' ')) : null);
  } catch (error) {
    if (isDoubted(error)) return probed(error);
    throw error;
  }
}

/** A malformed answer with a transient error does not come from the model but from something else at its address. */
const isDoubt = (error: unknown): error is PortError =>
  failedWith(error, 'model_answer_cut', 'model_malformed_answer', 'model_refused') && error.kind === 'final';

function openSettings(config: Config) {
  const { reply, library } = fallbacksOf(config);
  const open = (one: ModelInUse): ModelSettings => settingsOf(one, config);
  return {
    settings: new Map(
      [...modelsInUse(config)].map(([step, one]) => [step, bounded(step, open(one), config)] as const),
    ),
    fallbacks: { reply: reply.map(open), library: library.map(open) },
  };
}

/** For the fields around the text of an answer, such as its type and citations. */
const framingTokens = 200;

/** Limits an answer to its own token budget, unless the limit for all calls is lower. */
function bounded(step: string, settings: ModelSettings, { ai_response: ai }: Config): ModelSettings {
  if (step !== replyStepOf.LLMGenerationResult) return settings;
  const budget = ai.token_budgets.answer + framingTokens;
  return { ...settings, maxOutputTokens: Math.min(settings.maxOutputTokens ?? budget, budget) };
}

/** Books calls at the config's prices, within its budget. */
export const openMeter = (
  config: Config,
  { records, metrics, now }: Pick<CallMeterOptions, 'records' | 'metrics' | 'now'>,
): CallMeter =>
  createCallMeter({
    records,
    metrics,
    now,
    priceOf: (model) =>
      model === extractiveModelName ? { input: 0, output: 0 } : (config.models.prices[model] ?? null),
    limits: {
      usd: config.budget.usd_per_day,
      tokens: config.budget.tokens_per_day,
      calls: config.budget.calls_per_day,
    },
  });

function settingsOf({ path, ...llm }: ModelInUse, { ai_response: ai }: Config): ModelSettings {
  const isExtractive = llm.model === extractiveModel;
  const baseUrl = isExtractive ? '' : modelAddress(llm);
  if (!llm.model || baseUrl === null) {
    throw mistake(
      'no_model',
      `No model is configured. Set ${path}.model and ${path}.base_url, or ${path}.model: ` +
        'extractive for the one inside Steward, which quotes and does not write',
    );
  }
  // The decision cache uses the name, and the extractive model's answers change with the number in it.
  const model = isExtractive ? extractiveModelName : llm.model;
  return {
    baseUrl,
    embedded: isExtractive ? extractiveAnswer : undefined,
    apiKey: isExtractive ? null : (llm.api_key?.reveal() ?? null),
    model,
    isAnthropic: llm.provider === 'anthropic' && !isExtractive,
    timeoutSeconds: llm.timeout_seconds,
    structuredOutputMethod: isExtractive ? 'json_schema' : llm.structured_output_method,
    temperature: llm.temperature,
    maxOutputTokens: llm.max_output_tokens,
    contextTokens: ai.context_tokens,
    extraBody: llm.extra_body,
    imageAdapter: ai.llm_image_adapter,
    configPath: path,
  };
}
