import { readdirSync, readFileSync } from 'node:fs';
import pLimit from 'p-limit';
import { parse } from 'yaml';
import { systemMessage } from '../../../activities/models/system-message.ts';
import { aboutProject } from '../../../domain/models/compose-prompt.ts';
import type { Decision, DecisionName } from '../../../domain/models/decisions.ts';
import type { PromptSection } from '../../../domain/models/prompt-sections.ts';
import { readPromptCases, type PromptCase } from '../../../domain/operations/evaluation/prompt-cases.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { ModelCall } from '../../../domain/ports/model.ts';
import { loadCommandConfig } from '../../cli/load.ts';
import { progressTo } from '../../cli/progress.ts';
import { openModel, pricesOnly, probeModels } from '../../wiring/model.ts';
import type { ConfigOption } from '../../cli/command-parts.ts';

const folder = new URL('../../../config/prompts/cases/', import.meta.url);

/** The cases of the suite, with a file for each decision. They are about a fictitious project. */
export const promptCases = (): readonly PromptCase[] =>
  readdirSync(folder)
    .toSorted()
    .flatMap((name) => readPromptCases(parse(readFileSync(new URL(name, folder), 'utf8'))));

const project =
  'Lumen is a self-hosted photo gallery with a command line tool, lumen. People run it on their own servers.';

interface SuitePrompt<Name extends DecisionName> {
  readonly decision: Name;
  readonly sections: readonly PromptSection[];
}

interface SuiteAnswer<Name extends DecisionName> {
  /** Null if the call failed. */
  readonly value: Decision<Name> | null;
  readonly call: ModelCall | null;
  /** Why it failed. */
  readonly error: string | null;
}

const atOnce = 4;

/** Asks the configured models the prompts of the suite, as the steps of their decisions do, and shows the progress. */
export async function askSuite<Name extends DecisionName, One>({
  config: file,
  prompts,
}: ConfigOption & {
  readonly prompts: readonly (One & SuitePrompt<Name>)[];
}): Promise<readonly (One & SuiteAnswer<Name>)[]> {
  const { config } = loadCommandConfig({ config: file });
  const progress = progressTo(process.stderr);
  for (const { doubt } of await probeModels(config)) if (doubt) progress(doubt.message);
  const { model, close } = await openModel(config, { meter: pricesOnly(config) });
  const limit = pLimit(atOnce);
  let done = 0;
  const ask = async (one: One & SuitePrompt<Name>): Promise<One & SuiteAnswer<Name>> => {
    const { decision, sections } = one;
    const limits = { toolSteps: 0, asksAgain: true };
    const about = aboutProject(project);
    const system = systemMessage(config, { decision, sections, about, limits, into: 'eng' });
    const { max_retries: maxRetries } = config.ai_response.llm;
    try {
      const { value, call } = await model.decide<Name>({ decision, system, sections, maxRetries });
      return { ...one, value, call, error: null };
    } catch (error) {
      if (!(error instanceof PortError)) throw error;
      return { ...one, value: null, call: null, error: error.message };
    } finally {
      done += 1;
      progress.phase({ phase: 'Calls', done, total: prompts.length });
    }
  };
  try {
    return await Promise.all(prompts.map((one) => limit(ask, one)));
  } finally {
    await close();
  }
}
