import type { KnowledgeDeps } from '../../deps.ts';
import { stepRun } from '../../heartbeat.ts';
import { fetchPage } from './fetch-page.ts';
import { holdRefresh, type BoundedStep } from './refresh-run.ts';
import { takingTurns } from './taking-turns.ts';

export interface FetchedPages {
  readonly fetched: number;
  readonly changed: number;
  readonly failed: number;
  readonly left: number;
}

/** More than a step gets through, few enough to hold. */
const readAtOnce = 500;

/** Fetches pages that are due, each once, until the time is up. What comes of each is written at once. */
export async function fetchPages(deps: KnowledgeDeps, step: BoundedStep): Promise<FetchedPages> {
  const run = await holdRefresh(deps, step);
  const { signal, report } = stepRun();
  const { knownSources, knowledge } = deps;
  const due = await knownSources.waiting('fetch', readAtOnce);
  const turn = takingTurns(knowledge.origins.sites);
  const endsAt = performance.now() + step.milliseconds;
  const counts = { fetched: 0, changed: 0, failed: 0 };
  const queue = due.values();
  const worker = async () => {
    for (const source of queue) {
      await turn(source.origin, signal);
      const { source: next, outcome } = await fetchPage(deps, { source, signal });
      await knownSources.save([next], run);
      counts.fetched += 1;
      if (outcome === 'changed') counts.changed += 1;
      if (outcome === 'failed') counts.failed += 1;
      report({ ...counts, of: due.length });
      if (performance.now() > endsAt) return;
    }
  };
  await Promise.all(Array.from({ length: knowledge.downloadConcurrency }, worker));
  return { ...counts, left: await knownSources.count('fetch') };
}
