import type { KnowledgeDeps } from '../deps.ts';
import { describeDocument } from './describe-document.ts';
import { holdRefresh, type BoundedStep } from './refresh-run.ts';
import { workOff } from './work-off.ts';

export interface DescribedSources {
  readonly described: number;
  readonly failed: number;
  readonly modelCalls: number;
  readonly left: number;
}

/** More than a step gets through, few enough to hold. */
const readAtOnce = 500;

/** Describes sources that wait for it, each once, until the time is up. What comes of each is written at once. */
export async function describeSources(deps: KnowledgeDeps, step: BoundedStep): Promise<DescribedSources> {
  const run = await holdRefresh(deps, step);
  const { knownSources, knowledge } = deps;
  const counts = await workOff(await knownSources.waiting('describe', readAtOnce), {
    none: { described: 0, failed: 0, modelCalls: 0 },
    atOnce: knowledge.descriptionConcurrency,
    milliseconds: step.milliseconds,
    work: async (waiting) => {
      const { source, modelCalls } = await describeDocument(deps, waiting);
      await knownSources.save([source], run);
      return source.error === null ? { described: 1, modelCalls } : { failed: 1, modelCalls };
    },
  });
  return { ...counts, left: await knownSources.count('describe') };
}
