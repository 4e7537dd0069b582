import { extractiveModelName, startExtractiveModel } from '../adapters/llm/extractive/server.ts';
import {
  createCallMeter,
  unmetered,
  type CallMeter,
  type CallMeterOptions,
} from '../adapters/llm/call-meter.ts';
import type { ModelSettings } from '../adapters/llm/model-settings.ts';
import { createModel } from '../adapters/llm/openai-model.ts';
import { extractiveModel } from '../config/schema/llm.ts';
import type { Config } from '../config/schema.ts';
import { composeSystem } from '../domain/compose-prompt.ts';
import type { DecisionName } from '../domain/decisions.ts';
import { PortError } from '../domain/ports/errors.ts';
import type { Model, ModelCall } from '../domain/ports/model.ts';
import type { Price } from '../domain/price.ts';
import { formatSections } from '../domain/prompt-sections.ts';

/** Decisions about the library; the others belong to replies. */
const libraryDecisions: readonly DecisionName[] = [
  'LLMTextResult',
  'ClassificationResult',
  'IntegrationResult',
  'ImageSummaryResult',
];

type Llm = Config['ai_response']['llm'];

export interface OpenedModel {
  readonly model: Model;
  readonly close: () => Promise<void>;
}

/**
 * Asks the configured model one small question, so that a wrong key, name or address shows at the start and not with the
 * first member's question. Throws `PortError` with the setting to look at.
 */
export async function probeModel(config: Config): Promise<ModelCall> {
  const { model, close } = await openModel(config);
  try {
    const { call } = await model.decide({
      decision: 'LLMGateDecision',
      system: composeSystem({ task: config.ai_response.gating_prompt, projectIntroduction: '' }),
      user: formatSections([{ name: 'question', id: null, text: 'How do I start?' }]),
      maxRetries: 1,
    });
    return call;
  } finally {
    await close();
  }
}

/** The models of the config. `extractive` is served by this process, over HTTP like any other. */
export async function openModel(
  { ai_response, kb }: Config,
  { meter = unmetered }: { readonly meter?: CallMeter } = {},
): Promise<OpenedModel> {
  const library = kb.llm ?? ai_response.llm;
  const isExtractive = [ai_response.llm, library].some(({ model }) => model === extractiveModel);
  const server = isExtractive ? await startExtractiveModel() : null;
  const reply = settingsOf(ai_response.llm, 'ai_response.llm', server?.baseUrl);
  const team = settingsOf(library, kb.llm ? 'kb.llm' : 'ai_response.llm', server?.baseUrl);
  return {
    model: createModel({
      settingsFor: (decision) => (libraryDecisions.includes(decision) ? team : reply),
      meter,
    }),
    close: async () => server?.close(),
  };
}

const free: Price = { input: 0, output: 0 };

/** What calls cost and how much may be spent, as the config says. */
export const openMeter = (
  { models, budget }: Config,
  { records, now }: Pick<CallMeterOptions, 'records' | 'now'>,
): CallMeter =>
  createCallMeter({
    records,
    now,
    priceOf: (model) => (model === extractiveModelName ? free : (models.prices[model] ?? null)),
    limits: { usd: budget.usd_per_day, tokens: budget.tokens_per_day, calls: budget.calls_per_day },
  });

function settingsOf(llm: Llm, configPath: string, extractiveUrl: string | undefined): ModelSettings {
  const baseUrl = llm.model === extractiveModel ? extractiveUrl : llm.base_url;
  if (!llm.model || !baseUrl) {
    throw new PortError({
      kind: 'final',
      code: 'no_model',
      message:
        `No model is configured. Set ${configPath}.model and ${configPath}.base_url, or ${configPath}.model: ` +
        'extractive for the one inside Steward, which quotes and does not write',
    });
  }
  return {
    baseUrl,
    apiKey: llm.api_key?.reveal() ?? null,
    // The extractive model's answers change with its number, and the decision cache goes by the name.
    model: llm.model === extractiveModel ? extractiveModelName : llm.model,
    timeoutSeconds: llm.timeout_seconds,
    structuredOutputMethod: llm.structured_output_method,
    temperature: llm.temperature,
    maxOutputTokens: llm.max_output_tokens,
    vramLimit: llm.vram_limit,
    configPath,
  };
}
