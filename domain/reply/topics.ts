/** A subject that the config knows. */
export interface Topic {
  readonly name: string;
  /** Other names that members have for it. */
  readonly aliases: readonly string[];
  /** What a model is told beside a question about it; may be blank. */
  readonly scenario: string;
  /** Where a member reads on when no source can be linked, or null. */
  readonly url: string | null;
}

/** What the gate chooses from: a line for each topic. */
export const topicList = (topics: readonly Topic[]): string =>
  topics.map(({ name, aliases }) => [name, ...aliases].join(', ')).join('\n');

/** The topic that a model means; null for one that nobody configured. */
export function findTopic(topics: readonly Topic[], said: string | null): Topic | null {
  const wanted = plain(said ?? '');
  return topics.find(({ name, aliases }) => [name, ...aliases].some((one) => plain(one) === wanted)) ?? null;
}

const plain = (text: string): string => text.trim().toLowerCase();
