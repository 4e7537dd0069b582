/** A subject that the config knows, under `ai_response.topics`. */
export interface Topic {
  /** Other names that members have for it. */
  readonly aliases: readonly string[];
  /** What a model is told beside a question about it; may be blank. */
  readonly scenario: string;
  /** Where a member reads on when no source can be linked, or null. */
  readonly topic_url: string | null;
}

/** By their names. */
export type Topics = Readonly<Record<string, Topic>>;

/** What the gate chooses from: a line for each topic. */
export const topicList = (topics: Topics): string =>
  Object.entries(topics)
    .map(([name, { aliases }]) => [name, ...aliases].join(', '))
    .join('\n');

/** The topic that a model means; null for one that nobody configured. */
export function findTopic(topics: Topics, said: string | null): (Topic & { readonly name: string }) | null {
  const wanted = plain(said ?? '');
  const found = Object.entries(topics).find(([name, { aliases }]) =>
    [name, ...aliases].some((one) => plain(one) === wanted),
  );
  return found ? { name: found[0], ...found[1] } : null;
}

const plain = (text: string): string => text.trim().toLowerCase();
