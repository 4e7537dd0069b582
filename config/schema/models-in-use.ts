import type { z } from 'zod';
import { modelAddress, extractiveModel, llm, type stepLlm } from './llm.ts';
import type { aiResponse } from './ai-response.ts';
import type { DeepReadonly } from './fields.ts';
import type { kb as kbSection } from './kb.ts';
import type { budget, models as modelsSection } from './models.ts';
import type { LibraryStep, ReplyStep } from '../../domain/models/decisions.ts';

type Llm = z.output<typeof llm>;
type StepLlm = z.output<typeof stepLlm>;

type Given = DeepReadonly<{
  ai_response: z.output<typeof aiResponse>;
  kb: z.output<typeof kbSection>;
  models: z.output<typeof modelsSection>;
  budget: z.output<typeof budget>;
}>;

/** The settings of a model, and their path in the config. */
export interface ModelInUse extends Llm {
  readonly path: string;
  /** For a step: the path of the settings that it completes its own with. */
  readonly above?: string;
}

/** The model of each step: its own settings, over `kb.llm` for library steps, over `ai_response.llm`. */
export function modelsInUse({
  ai_response: ai,
  kb,
}: Pick<Given, 'ai_response' | 'kb'>): ReadonlyMap<string, ModelInUse> {
  const reply: ModelInUse = { ...ai.llm, path: 'ai_response.llm' };
  const library: ModelInUse = kb.llm ? { ...kb.llm, path: 'kb.llm' } : reply;
  return new Map([
    ...withOwn(reply, 'ai_response.steps', ai.steps),
    ...withOwn(library, 'kb.steps', kb.steps),
  ]);
}

/** The models that stand in for those of a reply's and of the library's steps, in their order. */
export function fallbacksOf({ ai_response: ai, kb, models }: Omit<Given, 'budget'>) {
  const named = (name: string): ModelInUse => {
    const fallback = models.fallbacks[name];
    return fallback
      ? { ...fallback, path: `models.fallbacks.${name}` }
      : { ...llm.parse({ model: extractiveModel }), path: 'ai_response.fallbacks' };
  };
  return { reply: ai.fallbacks.map(named), library: kb.fallbacks.map(named) };
}

const withOwn = (
  base: ModelInUse,
  prefix: string,
  steps: Readonly<Record<string, StepLlm | null>>,
): readonly (readonly [string, ModelInUse])[] =>
  Object.entries(steps).map(([step, stepLlm]) => [
    step,
    stepLlm === null ? base : { ...over(base, stepLlm), path: `${prefix}.${step}`, above: base.path },
  ]);

/** Merges a step's settings over the base. A key stays with its address, and so do the fields that its provider alone takes. */
function over(base: Llm, stepLlm: StepLlm): Llm {
  const set = Object.fromEntries(Object.entries(stepLlm).filter(([, value]) => value !== undefined));
  const isOther = stepLlm.provider !== undefined && stepLlm.provider !== base.provider;
  const elsewhere = isOther || (stepLlm.base_url !== undefined && stepLlm.base_url !== base.base_url);
  return {
    ...base,
    ...(isOther && { base_url: null }),
    ...(elsewhere && { api_key: null, extra_body: {} }),
    ...set,
  };
}

export interface ModelProblem {
  readonly path: string[];
  readonly message: string;
}

/** Mistakes that only show when a step's settings are merged with those above them, and compared with the prices. */
export function modelProblems(config: Given): readonly ModelProblem[] {
  const { reply, library } = fallbacksOf(config);
  const all = [...modelsInUse(config).values(), ...reply, ...library];
  const used = [...new Map(all.map((one) => [one.path, one])).values()];
  return [
    ...used.filter(({ path }) => path.includes('.steps.')).flatMap(stepProblems),
    ...unpriced(config, used),
    ...blind(config),
  ];
}

function stepProblems({ path, above, provider, model, base_url }: ModelInUse): readonly ModelProblem[] {
  const at = (key: string, message: string) => [{ path: [...path.split('.'), key], message }];
  if (model === null) return at('model', `the name of a model, because ${above}.model is not set`);
  return model !== extractiveModel && modelAddress({ provider, base_url }) === null
    ? at('base_url', `the address of the API, because ${above}.base_url is not set`)
    : [];
}

/** The steps that receive images. */
const looking: readonly (ReplyStep | LibraryStep)[] = ['gate', 'generate', 'verify', 'summarize_images'];

function blind(config: Given): readonly ModelProblem[] {
  const steps = modelsInUse(config);
  const cannotSee = looking.filter((step) => steps.get(step)?.model === extractiveModel);
  if (!config.ai_response.llm_enable_image || cannotSee.length === 0) return [];
  const message = `models that can see for the steps ${cannotSee.join(', ')}: the extractive model reads text alone`;
  return [{ path: ['ai_response', 'llm_enable_image'], message }];
}

/** The cost of a model without a price is unknown, so no budget in dollars could limit it. */
function unpriced({ budget, models }: Given, used: readonly ModelInUse[]): readonly ModelProblem[] {
  if (budget.usd_per_day === null) return [];
  const named = used.flatMap(({ model }) => (model === null || model === extractiveModel ? [] : [model]));
  return [...new Set(named)]
    .filter((name) => !Object.hasOwn(models.prices, name))
    .map((name) => ({
      path: ['models', 'prices', name],
      message: 'a price for each model that is used, because budget.usd_per_day is set',
    }));
}
