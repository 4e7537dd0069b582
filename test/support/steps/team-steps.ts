import { MockActivityEnvironment } from '@temporalio/testing';
import { configSchema } from '../../../config/schema.ts';
import type { Decision, DecisionName } from '../../../domain/models/decisions.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { Model } from '../../../domain/ports/model.ts';
import type { PromptSection } from '../../../domain/models/prompt-sections.ts';
import { failedWith } from '../../../domain/ports/errors.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import { noPages } from '../values/messages.ts';
import { folderAlone, type SourceOrigins } from '../../../domain/documents/source-origins.ts';
import type { LibraryDeps } from '../../../activities/deps.ts';
import { classify } from '../../../activities/team/classify.ts';
import { integrate } from '../../../activities/team/integrate.ts';

export interface ShownDecision {
  readonly decision: DecisionName;
  readonly sections: readonly PromptSection[];
}

const runs: LibraryDeps['runs'] = {
  captureState: async () => 'unknown',
  isClosed: async () => true,
  startRecheck: async () => {},
  startLateAnswer: async () => {},
};

/** The dependencies of steps over a real store, with a model that a function decides for, without a network. */
export function openSteps({
  store,
  decide,
  now = () => new Date('2026-02-04T12:00:00Z'),
  maxRemovalsPerCapture = 1_000,
  pages = noPages,
  origins = folderAlone(''),
  modelName = 'scripted',
}: {
  readonly store: Pick<LibraryDeps, 'records' | 'library' | 'sources' | 'documents' | 'knownSources'>;
  readonly decide: (shown: ShownDecision) => Decision<DecisionName>;
  readonly now?: () => Date;
  readonly maxRemovalsPerCapture?: number;
  readonly pages?: LibraryDeps['pages'];
  readonly origins?: SourceOrigins;
  readonly modelName?: string;
}): LibraryDeps {
  const model: Model = {
    modelFor: () => modelName,
    decide: async ({ decision, sections, accept = () => true }) => {
      const value = decide({ decision, sections }) as Decision<typeof decision>;
      if (!accept(value))
        throw new PortError({ kind: 'final', code: 'model_malformed_answer', message: 'It cannot be used.' });
      return {
        value,
        call: { model: 'scripted', inputTokens: 0, outputTokens: 0, costUsd: null, milliseconds: 0 },
      };
    },
  };
  return {
    ...store,
    pages,
    channelFor: () => null,
    countTokens: (text) => Math.ceil(text.length / 4),
    model,
    runs,
    config: configSchema.parse({
      ai_response: { summarization_prompt: 'd' },
      kb: {
        team_image_summary_prompt: 'm',
        team_classification_prompt: 'c',
        team_integration_prompt: 'i',
        team_summarization_prompt: 't',
        summarization_concurrency: 1,
        url_download_concurrency: 1,
        url_check_interval_seconds: 3600,
        max_removals_per_capture: maxRemovalsPerCapture,
        capture_mask: 'none',
      },
      pages: { max_megabytes: 1, timeout_seconds: 5 },
    }),
    origins,
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    now,
  };
}

/** Runs work as if inside a step. */
export const inStep = <T>(work: () => Promise<T>): Promise<T> => new MockActivityEnvironment().run(work);

/** What a capture does with a raw entry of the first generation. As Temporal does, it runs the step again after a conflict. */
export const capture = (deps: LibraryDeps, qaId: QaId) =>
  inStep(async () => {
    const { topic } = await classify(deps, { qaId, generation: 1 });
    for (;;) {
      try {
        return await integrate(deps, { qaId, topic, generation: 1 });
      } catch (error) {
        if (!failedWith(error, 'topic_conflict')) throw error;
      }
    }
  });

/** The model, with work that goes on while it decides for the first time. */
export function whileDeciding(model: Model, work: () => Promise<unknown>): Model {
  let isDone = false;
  return {
    ...model,
    decide: async (request) => {
      const decided = await model.decide(request);
      if (!isDone) await work();
      isDone = true;
      return decided;
    },
  };
}
