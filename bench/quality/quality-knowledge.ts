import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { combineIndexes, formatIndex, type IndexEntry } from '../../domain/documents/index-file.ts';
import type { Decision } from '../../domain/models/decisions.ts';
import type { Model } from '../../domain/ports/model.ts';
import type { PromptSection } from '../../domain/models/prompt-sections.ts';
import { formatTopic } from '../../domain/team/qa-blocks.ts';
import { qaIdFromTimestamp } from '../../domain/values/qa-id.ts';
import type { QaPair } from '../../domain/team/qa-pair.ts';
import { teamSourceId } from '../../domain/team/topic-slug.ts';
import { decideWith } from './extractive-model.ts';

export interface Reply {
  readonly selected: readonly string[];
  readonly answer: string | null;
  readonly citedIds: readonly string[];
  /** The model's confidence; 0 for silence. */
  readonly confidence: number;
}

/** The core of a reply: selection and generation from a folder of documents and from what a team said. */
export interface Knowledge {
  ask(question: string): Promise<Reply>;
  /** Classifies, integrates and describes a pair, as a capture does. */
  learn(
    question: string,
    answer: string,
  ): Promise<{ readonly topic: string | null; readonly removed: number }>;
}

export const replyOf = (
  selected: readonly string[],
  { answer, citations, confidence }: Decision<'LLMGenerationResult'>,
): Reply => ({
  selected,
  answer,
  citedIds: citations.map(({ source_id }) => source_id),
  confidence: answer === null ? 0 : confidence,
});

const maxSources = 5;
const describedAtOnce = 4;

/** Describes every document with the model, then answers from the index. */
export async function openQualityKnowledge(
  model: Model,
  documents: ReadonlyMap<string, string>,
): Promise<Knowledge> {
  const decide = decideWith(model);
  const limit = pLimit(describedAtOnce);
  const described = await Promise.all(
    [...documents].map(([sourceId, text]) =>
      limit(async (): Promise<IndexEntry> => {
        const { text: description } = await decide('LLMTextResult', [
          { name: 'document', id: sourceId, text },
        ]);
        return { sourceId, description };
      }),
    ),
  );
  const documentIndex = formatIndex(described);
  const topics = new Map<string, { pairs: readonly QaPair[]; description: string }>();
  const teamIndex = (): string =>
    formatIndex(
      [...topics].map(([slug, { description }]) => ({ sourceId: teamSourceId(slug), description })),
    );
  const textOf = (sourceId: string): string => {
    const slug = [...topics.keys()].find((known) => teamSourceId(known) === sourceId);
    return slug === undefined ? (documents.get(sourceId) ?? '') : formatTopic(topics.get(slug)?.pairs ?? []);
  };
  let learned = 0;

  return {
    ask: async (question) => {
      const asked = [
        { name: 'conversation', id: null, text: '' },
        { name: 'question', id: null, text: question },
      ] as const;
      const index: PromptSection = {
        name: 'index',
        id: null,
        text: combineIndexes(documentIndex, teamIndex()),
      };
      const selection = await decide('LLMSelectionResult', [...asked, index]);
      const selected = selection.selected_source_ids.slice(0, maxSources);
      if (selected.length === 0) return { selected, answer: null, citedIds: [], confidence: 0 };
      const sources = selected.map((id): PromptSection => ({ name: 'source', id, text: textOf(id) }));
      const generation = await decide('LLMGenerationResult', [...asked, ...sources]);
      return replyOf(selected, generation);
    },
    learn: async (question, answer) => {
      learned += 1;
      const timestamp = new Date(Date.UTC(2026, 1, 1, 3, 0, learned)).toISOString().replace('.000Z', 'Z');
      const turns = [
        { label: 'User', text: question },
        { label: 'Team', text: answer },
      ] as const;
      const pair: QaPair = { qaId: qaIdFromTimestamp(timestamp), timestamp, turns };
      const block: PromptSection = { name: 'pair', id: null, text: formatTopic([pair]) };
      const { skip, topic_name: slug } = await decide('ClassificationResult', [
        { name: 'index', id: 'documents', text: documentIndex },
        { name: 'index', id: 'team', text: teamIndex() },
        block,
      ]);
      if (skip) return { topic: null, removed: 0 };
      const old = topics.get(slug)?.pairs ?? [];
      const section: PromptSection = { name: 'topic', id: slug, text: formatTopic(old) };
      const decision = await decide('IntegrationResult', [section, block]);
      const pairs = [...old.filter(({ qaId }) => !decision.remove_ids.includes(qaId)), pair];
      const topic: PromptSection = { name: 'topic', id: teamSourceId(slug), text: formatTopic(pairs) };
      topics.set(slug, { pairs, description: (await decide('LLMTextResult', [topic])).text });
      return { topic: slug, removed: old.length + 1 - pairs.length };
    },
  };
}

/** The Markdown files of a folder, by the ids that they have as sources. */
export async function readDocuments(folder: string): Promise<ReadonlyMap<string, string>> {
  const found = await readdir(folder, { recursive: true });
  const paths = found.filter((path) => path.endsWith('.md')).toSorted();
  return new Map(
    await Promise.all(
      paths.map(
        async (path) =>
          [`kb:${path.replaceAll('\\', '/')}`, await readFile(join(folder, path), 'utf8')] as const,
      ),
    ),
  );
}
