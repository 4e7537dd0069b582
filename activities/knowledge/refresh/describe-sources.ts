import type { KnowledgeDeps } from '../../deps.ts';
import { stepRun } from '../../heartbeat.ts';
import { describeDocument } from './describe-document.ts';
import { holdRefresh, type BoundedStep } from './refresh-run.ts';

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
  const { signal, report } = stepRun();
  const { knownSources, knowledge } = deps;
  const due = await knownSources.waiting('describe', readAtOnce);
  const endsAt = performance.now() + step.milliseconds;
  const counts = { described: 0, failed: 0, modelCalls: 0 };
  const queue = due.values();
  const worker = async () => {
    for (const waiting of queue) {
      signal.throwIfAborted();
      const { source, modelCalls } = await describeDocument(deps, waiting);
      await knownSources.save([source], run);
      counts.modelCalls += modelCalls;
      if (source.error === null) counts.described += 1;
      else counts.failed += 1;
      report({ ...counts, of: due.length });
      if (performance.now() > endsAt) return;
    }
  };
  await Promise.all(Array.from({ length: knowledge.descriptionConcurrency }, worker));
  return { ...counts, left: await knownSources.count('describe') };
}
