import { aboutProject, composeSystem } from '../../domain/models/compose-prompt.ts';
import { decisionKey } from '../../domain/models/decision-key.ts';
import type { KnownSource } from '../../domain/ports/known-sources.ts';
import type { KnowledgeDeps } from '../deps.ts';

/** The prompt and the model of descriptions, hashed: with another one, every document is described again. */
export function descriptionKey({ model, knowledge }: Pick<KnowledgeDeps, 'model' | 'knowledge'>): string {
  const decision = 'LLMTextResult';
  const system = composeSystem({
    task: knowledge.prompts.document,
    about: aboutProject(knowledge.projectIntroduction),
  });
  return decisionKey({ decision, model: model.modelFor(decision), system, user: '' });
}

/**
 * The source with what is to be done about its description. One that another prompt or model wrote is due again, and stays
 * until the new one is there. One of which nobody knows who wrote it (a Python original's) counts as current.
 */
export function withDescriptionTask(source: KnownSource, key: string): KnownSource {
  const { record, describedBy } = source;
  if (record === null || record.content_hash === '') return { ...source, task: null };
  if (record.summary_pending) return { ...source, task: 'describe' };
  if (describedBy === null || describedBy === key) return { ...source, describedBy: key, task: null };
  return { ...source, record: { ...record, summary_pending: true }, task: 'describe' };
}
