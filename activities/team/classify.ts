import { finalError } from '../../domain/ports/errors.ts';
import type { Ledger } from '../../domain/ports/library.ts';
import { formatTopic } from '../../domain/team/qa-blocks.ts';
import type { QaId } from '../../domain/values/qa-id.ts';
import type { PromptSection } from '../../domain/models/prompt-sections.ts';
import { isUnrepliedEntry, withoutOwnTurns, type RawEntry } from '../../domain/team/qa-pair.ts';
import { topicSlug } from '../../domain/team/topic-slug.ts';
import type { LibraryDeps } from '../deps.ts';
import { cachedDecide } from '../models/cached-decide.ts';
import { shownWithOwnTurns } from './current-snapshot.ts';

/** Pages tell what the project calls things; a topic is chosen among topics. */
const maxPages = 5;

/** Asks which topic a pair belongs to. An entry that is settled already is left as it is, without a model call. */
export async function classify(
  deps: LibraryDeps,
  { qaId, generation }: { readonly qaId: QaId; readonly generation: number },
) {
  const ledger = await deps.library.ledger(generation);
  const settled = ledger.settled.get(qaId);
  if (settled && settled.outcome !== 'failed') return { topic: settled.topic, modelCalls: 0 };
  const entry = requireEntry(ledger, qaId);
  const pair = formatTopic([withoutOwnTurns(entry)]);
  // A rebuild looks at the topics of its own generation.
  const index = await deps.sources.shortlist({
    query: pair,
    generation,
    maxTokens: deps.config.ai_response.max_index_tokens,
    maxPages,
  });
  const sectionsWith = (text: string): readonly PromptSection[] => [
    { name: 'index', id: null, text: index.text, ...(index.bySearch && { by: 'search' }) },
    { name: 'pair', id: qaId, text },
    ...(isUnrepliedEntry(entry) ? [unreplied] : []),
  ];
  const { value, modelCalls } = await cachedDecide(deps, {
    decision: 'ClassificationResult',
    sections: sectionsWith(pair),
    shown: () => shownWithOwnTurns(deps, qaId, sectionsWith),
    // The decision also holds in a rebuild with other topics.
    knownBy: [{ name: 'pair', id: qaId, text: '' }],
    accept: ({ skip, topic_name }) => skip || topicSlug(topic_name) !== null,
  });
  const chosen = topicSlug(value.topic_name);
  const isKept = !value.skip || (await deps.records.pairOrigin(qaId)).isTyped;
  const topic = isKept ? (chosen ?? topicOfCorrections) : null;
  deps.log.info({ qa_id: qaId, topic, generation }, 'topic_classified');
  // The topic's slug; null when the pair is not worth keeping.
  return { topic, modelCalls };
}

/** Of what the team typed into a form, and a model would skip. */
const topicOfCorrections = 'corrections';

const unreplied: PromptSection = {
  name: 'unreplied',
  id: null,
  text: 'The team wrote this in the channel after the question, and did not reply to it.',
};

export function requireEntry({ entries }: Ledger, qaId: QaId): RawEntry {
  const entry = entries.find((one) => one.qaId === qaId);
  if (entry) return entry;
  throw finalError('raw_entry_missing', `The raw archive holds no entry ${qaId}`);
}
