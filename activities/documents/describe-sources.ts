import type { LibraryDeps } from '../deps.ts';
import { holdRefresh, sourcesAtOnce, type BoundedStep } from './refresh-run.ts';
import { workOff } from '../work-off.ts';
import { pageQuestions } from '../../domain/documents/page-questions.ts';
import { describableText } from '../../domain/documents/outline.ts';
import { failedWith, documentLeftOut } from '../../domain/ports/errors.ts';
import { isLeftOut, type KnownSource } from '../../domain/documents/known-sources.ts';
import { modelFailuresOfOneInput } from '../../domain/values/error-codes.ts';
import { cachedDecide } from '../models/cached-decide.ts';
import { descriptionKey, emptiedRecord } from './source-tasks.ts';

/** Describes waiting sources, each once, until the time is up. Each result is saved at once. */
export async function describeSources(deps: LibraryDeps, step: BoundedStep) {
  const run = await holdRefresh(deps, step);
  const { knownSources, config } = deps;
  const counts = await workOff(await knownSources.waiting('describe', sourcesAtOnce), {
    none: { described: 0, failed: 0, modelCalls: 0 },
    atOnce: config.kb.summarization_concurrency,
    milliseconds: step.milliseconds,
    work: async (waiting) => {
      const { source, modelCalls } = await describeDocument(deps, waiting);
      await knownSources.save([source], run);
      return source.error === null || isLeftOut(source.error)
        ? { described: 1, modelCalls }
        : { failed: 1, modelCalls };
    },
  });
  return { ...counts, left: await knownSources.count('describe') };
}

/**
 * The source with its new description. If the model cannot describe this document, the old description stays, and the
 * next refresh tries again. Throws a failure that would affect every document (a wrong key, no connection).
 */
async function describeDocument(
  deps: LibraryDeps,
  source: KnownSource,
): Promise<{ readonly source: KnownSource; readonly modelCalls: 0 | 1 }> {
  const { sourceId, record } = source;
  if (record === null) return { source: { ...source, task: null }, modelCalls: 0 };
  const describedBy = descriptionKey(deps);
  try {
    const { text } = await deps.documents.textOf(sourceId);
    if (text.trim() === '') throw documentLeftOut('all of its text stands on most pages of its source');
    const maxTokens = deps.config.kb.description_max_tokens;
    const { value, modelCalls } = await cachedDecide(deps, {
      decision: 'LLMTextResult',
      sections: [
        {
          name: 'document',
          id: sourceId,
          text: describableText(text, { maxTokens, countTokens: deps.countTokens }),
        },
      ],
      accept: (answer) => answer.text.trim() !== '',
    });
    const questions = pageQuestions(value.questions);
    const described = {
      ...record,
      summary_text: value.text.trim(),
      questions: questions.length > 0 ? questions : undefined,
      summary_pending: false,
      last_indexed_at: deps.now().toISOString(),
    };
    return { source: { ...source, task: null, error: null, record: described, describedBy }, modelCalls };
  } catch (error) {
    if (failedWith(error, 'document_left_out')) {
      return {
        source: { ...source, task: null, record: emptiedRecord(record), error: error.message },
        modelCalls: 0,
      };
    }
    if (!failedWith(error, ...ownFaults)) throw error;
    deps.log.warn({ source_id: sourceId, code: error.code }, 'description_failed');
    return { source: { ...source, task: null, error: error.message }, modelCalls: 0 };
  }
}

/** Failures that concern one document, not the model's connection. */
const ownFaults = [
  ...modelFailuresOfOneInput,
  'document_gone',
  'document_not_text',
  'document_too_large',
  'document_outside',
  'document_unreadable',
  'source_gone',
] as const;
