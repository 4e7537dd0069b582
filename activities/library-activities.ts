import type { QaId } from '../domain/values/qa-id.ts';
import type { LibraryDeps } from './deps.ts';
import { guarded } from './errors.ts';
import { capturingDeps, chargedDeps } from './models/charged-model.ts';
import { closeCapture, ownWorkflowId } from './team/close-capture.ts';
import { classify } from './team/classify.ts';
import { integrate, type IntegrateRequest } from './team/integrate.ts';
import { appendRaw } from './team/raw-step.ts';
import { openGapIssue } from './operations/draft-gap.ts';
import { findChangedQuestions } from './operations/ask-again.ts';
import { fileQuestions } from './operations/file-questions.ts';
import { refreshSteps } from './documents/index.ts';
import * as regeneration from './team/regeneration.ts';
import { describeLeftOver, reindex } from './team/reindex.ts';
import { summarizeImages } from './team/describe-images.ts';

/** A capture step looks up the live generation itself, so a retry after a publish works on the new one. */
type WithoutGeneration<T> = Omit<T, 'generation'>;

type ReindexInput = WithoutGeneration<Parameters<typeof reindex>[1]> & {
  /** The capture that changed the topics: whom the calls are booked to. */
  readonly qaId?: QaId | null;
};

/** The steps of the library queue: captures, regeneration and refresh. */
export function createLibraryActivities(deps: LibraryDeps) {
  const live = () => deps.library.liveGeneration();
  const indexing = chargedDeps(deps, 'index');
  const capturing = chargedDeps(deps, 'capture');
  const regenerating = chargedDeps(deps, 'regenerate');
  return guarded(
    {
      summarizeImages: async (input: Parameters<typeof summarizeImages>[1]) =>
        summarizeImages(await capturingDeps(deps, input), input),
      appendRaw: async (input: Parameters<typeof appendRaw>[1]) =>
        appendRaw(await capturingDeps(deps, input), input),
      classify: async (input: WithoutGeneration<Parameters<typeof classify>[1]>) =>
        classify(await capturingDeps(deps, input), { ...input, generation: await live() }),
      integrate: async (input: Omit<IntegrateRequest, 'generation' | 'aboveCap'>) =>
        integrate(await capturingDeps(deps, input), { ...input, generation: await live(), aboveCap: 'wait' }),
      reindex: async ({ qaId, ...input }: ReindexInput) => {
        const parts = qaId ? await capturingDeps(deps, { qaId }) : capturing;
        const described = await reindex(parts, { ...input, generation: await live() });
        await deps.library.endFailedCapture({ workflowId: ownWorkflowId() });
        return described;
      },
      closeCapture: (input: Parameters<typeof closeCapture>[1]) => closeCapture(deps, input),
      describeLeftOver: () => describeLeftOver(indexing),
      beginRegeneration: (input: regeneration.RegenerationRun) => regeneration.beginRegeneration(deps, input),
      regenerateEntries: (input: Parameters<typeof regeneration.regenerateEntries>[1]) =>
        regeneration.regenerateEntries(regenerating, input),
      describeTopics: (input: regeneration.Regeneration) => regeneration.describeTopics(regenerating, input),
      publishGeneration: (input: Parameters<typeof regeneration.publishGeneration>[1]) =>
        regeneration.publishGeneration(deps, input),
      compareGeneration: (input: regeneration.Regeneration) => regeneration.compareGeneration(deps, input),
      endRegeneration: (input: Parameters<typeof regeneration.endRegeneration>[1]) =>
        regeneration.endRegeneration(deps, input),
      fileQuestions: (input: Parameters<typeof fileQuestions>[1]) =>
        fileQuestions(chargedDeps(deps, 'gaps'), input),
      findChangedQuestions: () => findChangedQuestions(deps, { limit: deps.config.kb.gap_questions_per_run }),
      openGapIssue: (input: Parameters<typeof openGapIssue>[1]) => openGapIssue(deps, input),
      ...refreshSteps(indexing),
    },
    deps.log,
  );
}

export type LibraryActivities = ReturnType<typeof createLibraryActivities>;
