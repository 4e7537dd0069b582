import type { QaId } from '../domain/values/qa-id.ts';
import type { LibraryDeps } from './deps.ts';
import { describeSources } from './documents/describe-sources.ts';
import { discoverAddresses } from './documents/discover-addresses.ts';
import { discoverFiles } from './documents/discover-files.ts';
import { discoverSite } from './documents/discover-site.ts';
import { fetchPages } from './documents/fetch-pages.ts';
import { findUnsettled } from './documents/find-unsettled.ts';
import { endRefresh, publishIndex, settleDiscovery } from './documents/refresh-run.ts';
import { bindReadingSteps } from './errors.ts';
import { capturingDeps, chargedDeps } from './models/charged-model.ts';
import { closeCapture } from './team/close-capture.ts';
import { ownWorkflowId } from './lease.ts';
import { classify } from './team/classify.ts';
import { summarizeImages } from './team/summarize-images.ts';
import { inTurn } from './team/in-turn.ts';
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
  ...bindReadingSteps(depsNow, {
    ...captureSteps,
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
  /** The capture that changed the topics and that the calls are booked to. */
  readonly qaId?: QaId | null;
};

const captureSteps = {
  summarizeImages: async (deps: LibraryDeps, input: Parameters<typeof summarizeImages>[1]) =>
    summarizeImages(await capturingDeps(deps, input), input),
  appendRaw: async (deps: LibraryDeps, input: Parameters<typeof appendRaw>[1]) =>
    appendRaw(await capturingDeps(deps, input), input),
  classify: async (deps: LibraryDeps, input: WithoutGeneration<Parameters<typeof classify>[1]>) =>
    classify(await capturingDeps(deps, input), {
      ...input,
      generation: await deps.library.liveGeneration(),
    }),
  integrate: async (deps: LibraryDeps, input: WithoutGeneration<IntegrateRequest>) =>
    inTurn(deps.library, input.topic ?? '', async () =>
      integrate(await capturingDeps(deps, input), {
        ...input,
        generation: await deps.library.liveGeneration(),
      }),
    ),
  reindex: async (deps: LibraryDeps, { qaId, ...input }: ReindexInput) => {
    const parts = qaId ? await capturingDeps(deps, { qaId }) : chargedDeps(deps, 'capture');
    const described = await reindex(parts, { ...input, generation: await deps.library.liveGeneration() });
    await deps.library.endFailedCapture({ workflowId: ownWorkflowId() });
    if (qaId) await carryCorrection(deps, { qaId });
    if (input.topics.length > 0) await startRecheck(deps);
    return described;
  },
};
