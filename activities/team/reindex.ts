import { describableTopic } from '../../domain/team/describable-topic.ts';
import { contentHash } from '../../domain/values/content-hash.ts';
import { teamSourceId } from '../../domain/team/topic-slug.ts';
import type { LibraryDeps } from '../deps.ts';
import { cachedDecide } from '../models/cached-decide.ts';

/** Describes live topics without a description, as after a retraction or an erasure. */
export async function describeLeftOver(deps: LibraryDeps) {
  const generation = await deps.library.liveGeneration();
  const topics = (await deps.library.topics(generation)).map(({ slug }) => slug);
  return reindex(deps, { generation, topics });
}

/** The most that a model sees of a long topic when it describes it. */
const maxTopicTokens = 3_000;

/** Describes topics whose text has changed since they were described. Others cost nothing. */
export async function reindex(
  deps: LibraryDeps,
  { generation, topics }: { readonly generation: number; readonly topics: readonly string[] },
): Promise<{ readonly described: number; readonly modelCalls: number }> {
  const descriptions = new Map((await deps.library.descriptions(generation)).map((one) => [one.slug, one]));
  let described = 0;
  let modelCalls = 0;
  for (const slug of new Set(topics)) {
    const topic = await deps.library.topic(generation, slug);
    if (!topic) continue;
    const hash = contentHash(topic.text);
    const current = descriptions.get(slug);
    if (current && !current.pending && current.contentHash === hash) continue;
    const decided = await cachedDecide(deps, {
      decision: 'LLMTextResult',
      sections: [
        {
          name: 'topic',
          id: teamSourceId(slug),
          text: describableTopic(topic, { maxTokens: maxTopicTokens, countTokens: deps.countTokens }),
        },
      ],
      accept: ({ text }) => text.trim() !== '',
    });
    await deps.library.describe(generation, { slug, text: decided.value.text.trim(), contentHash: hash });
    described += 1;
    modelCalls += decided.modelCalls;
  }
  return { described, modelCalls };
}
