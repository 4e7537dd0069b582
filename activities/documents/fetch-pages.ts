import type { KnowledgeDeps } from '../deps.ts';
import { fetchPage } from './fetch-page.ts';
import { holdRefresh, type BoundedStep } from './refresh-run.ts';
import { takingTurns } from './taking-turns.ts';
import { workOff } from './work-off.ts';

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
  const { knownSources, knowledge } = deps;
  const turn = takingTurns(knowledge.origins.sites);
  const counts = await workOff(await knownSources.waiting('fetch', readAtOnce), {
    none: { fetched: 0, changed: 0, failed: 0 },
    atOnce: knowledge.downloadConcurrency,
    milliseconds: step.milliseconds,
    work: async (source, signal) => {
      await turn(source.origin, signal);
      const { source: next, outcome } = await fetchPage(deps, { source, signal });
      await knownSources.save([next], run);
      return { fetched: 1, changed: Number(outcome === 'changed'), failed: Number(outcome === 'failed') };
    },
  });
  return { ...counts, left: await knownSources.count('fetch') };
}
