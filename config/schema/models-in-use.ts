import type { z } from 'zod';
import type { LibraryStep, ReplyStep } from '../../domain/models/decisions.ts';
import type { llm, stepLlm } from './llm.ts';

type Llm = z.output<typeof llm>;
type StepLlm = z.output<typeof stepLlm>;

interface Models {
  readonly ai_response: { readonly llm: Llm; readonly steps: Readonly<Record<ReplyStep, StepLlm | null>> };
  readonly kb: { readonly llm: Llm | null; readonly steps: Readonly<Record<LibraryStep, StepLlm | null>> };
}

/** The model of one or several steps, and where it stands in the config. */
export interface ModelInUse extends Llm {
  readonly path: string;
}

/** Which model each step asks: its own, over `kb.llm` for what is about the library, over `ai_response.llm`. */
export function modelsInUse({ ai_response: ai, kb }: Models): ReadonlyMap<string, ModelInUse> {
  const reply: ModelInUse = { ...ai.llm, path: 'ai_response.llm' };
  const library: ModelInUse = kb.llm ? { ...kb.llm, path: 'kb.llm' } : reply;
  return new Map([
    ...withOwn(reply, 'ai_response.steps', ai.steps),
    ...withOwn(library, 'kb.steps', kb.steps),
  ]);
}

const withOwn = (
  base: ModelInUse,
  prefix: string,
  steps: Readonly<Record<string, StepLlm | null>>,
): readonly (readonly [string, ModelInUse])[] =>
  Object.entries(steps).map(([step, own]) => [
    step,
    own === null ? base : { ...over(base, own), path: `${prefix}.${step}` },
  ]);

/** A key goes to the address that it was given for, a deployment with the model that it was named for. */
function over(base: Llm, own: StepLlm): Llm {
  const set = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  const elsewhere = own.base_url !== undefined && own.base_url !== base.base_url;
  return {
    ...base,
    ...(elsewhere && { api_key: null }),
    ...(own.model !== undefined && { azure_deployment: null }),
    ...set,
  };
}
