import type { QaId } from '../domain/values/qa-id.ts';
import type { LibraryDeps } from './deps.ts';
import { describeSources } from './documents/describe-sources.ts';
import { discoverAddresses } from './documents/discover-addresses.ts';
import { discoverFiles } from './documents/discover-files.ts';
import { discoverSite } from './documents/discover-site.ts';
import { fetchPages } from './documents/fetch-pages.ts';
import { findUnsettled, endRefresh, publishIndex, settleDiscovery } from './documents/refresh-run.ts';
import { bindReadingSteps } from './errors.ts';
import { chargedDeps } from './models/charged-model.ts';
import { closeCapture } from './team/close-capture.ts';
import { ownWorkflowId } from './lease.ts';
import { classify } from './team/classify.ts';
import { summarizeImages } from './team/summarize-images.ts';
import { inSequence } from './team/in-sequence.ts';
import { integrate, type IntegrateRequest } from './team/integrate.ts';
import { appendRaw } from './team/append-raw.ts';
import {
  beginRegeneration,
  describeTopics,
  endRegeneration,
  publishGeneration,
  regenerateEntries,
} from './team/regeneration.ts';
import { carryCorrection } from './team/carry-correction.ts';
import { describeLeftOver, reindex } from './team/reindex.ts';

/** The steps of the library queue: captures, regeneration and refresh. Model calls are booked to the operation. */
export const createLibraryActivities = (depsNow: () => LibraryDeps) => ({
  ...bindReadingSteps(() => chargedDeps(depsNow(), 'capture'), captureSteps),
  ...bindReadingSteps(depsNow, {
    closeCapture,
    beginRegeneration,
    publishGeneration: async (deps: LibraryDeps, input: Parameters<typeof publishGeneration>[1]) => {
      const result = await publishGeneration(deps, input);
      if (result.published) await startRecheck(deps);
      return result;
    },
    endRegeneration,
  }),
  ...bindReadingSteps(() => chargedDeps(depsNow(), 'regenerate'), { regenerateEntries, describeTopics }),
  ...bindReadingSteps(() => chargedDeps(depsNow(), 'index'), {
    describeLeftOver,
    discoverFiles,
    discoverAddresses,
    discoverSite,
    settleDiscovery,
    fetchPages,
    describeSources,
    publishIndex,
    findUnsettled,
    endRefresh: async (deps: LibraryDeps, input: Parameters<typeof endRefresh>[1]) => {
      await endRefresh(deps, input);
      await startRecheck(deps);
    },
  }),
});

export type LibraryActivities = ReturnType<typeof createLibraryActivities>;

/** Has answers looked at that may rest on what has changed. Their run finds out by itself which do. */
const startRecheck = async ({ runs, config }: LibraryDeps): Promise<void> => {
  if (config.ai_response.recheck.then !== 'off') await runs.startRecheck();
};

/** A capture step looks up the live generation itself, so that a retry after a publish works on the new one. */
type WithoutGeneration<T> = Omit<T, 'generation'>;

type ReindexInput = WithoutGeneration<Parameters<typeof reindex>[1]> & {
  /** The pair of the capture that changed the topics. */
  readonly qaId?: QaId | null;
};

const captureSteps = {
  summarizeImages,
  appendRaw,
  classify: async (deps: LibraryDeps, input: WithoutGeneration<Parameters<typeof classify>[1]>) =>
    classify(deps, { ...input, generation: await deps.library.liveGeneration() }),
  integrate: async (deps: LibraryDeps, input: WithoutGeneration<IntegrateRequest>) =>
    inSequence(deps.library, input.topic ?? '', async () =>
      integrate(deps, { ...input, generation: await deps.library.liveGeneration() }),
    ),
  reindex: async (deps: LibraryDeps, { qaId, ...input }: ReindexInput) => {
    const described = await reindex(deps, { ...input, generation: await deps.library.liveGeneration() });
    await deps.library.endFailedCapture({ workflowId: ownWorkflowId() });
    if (qaId) await carryCorrection(deps, { qaId });
    // Also where pages are not looked at again: the team may have corrected an answer.
    if (input.topics.length > 0) await deps.runs.startRecheck();
    return described;
  },
};
