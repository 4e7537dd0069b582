import type { Interaction } from '../../domain/reply/interaction.ts';
import type { Records } from '../../domain/ports/records.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';

/** What Steward said in a conversation before the question that is asked now. */
export interface Earlier {
  /** The row of its last answer. */
  readonly last: Interaction | null;
  /** It has asked back before, which it does once in a conversation. */
  readonly hasAskedBack: boolean;
}

/** A conversation goes on from its last answers; what is further back is another matter. */
const maxPosts = 20;

/** Finds the rows of Steward's own posts in the history. */
export async function findEarlier(
  records: Pick<Records, 'interactionOfPost'>,
  { history }: Pick<Snapshot, 'history'>,
): Promise<Earlier> {
  const own = history.filter(({ author }) => author.kind === 'steward').slice(-maxPosts);
  const found = await Promise.all(own.map(({ id }) => records.interactionOfPost(id)));
  const rows = found.filter((row) => row !== null);
  return {
    last: rows.at(-1) ?? null,
    hasAskedBack: rows.some(({ answerType }) => answerType === 'clarifying'),
  };
}

/** Whether the question is a member's answer to what Steward has asked them back. */
export const awaitsAnswer = ({ last }: Earlier): boolean => last?.answerType === 'clarifying';
