import { fitTogether, type Room } from '../search/best-parts.ts';
import { cutAtSentence } from '../values/text.ts';
import { formatTopic } from './qa-blocks.ts';
import type { QaPair } from './qa-pair.ts';

/** In a topic that does not fit, turns are shortened to their first sentences, up to this many characters. */
const turnChars = 200;

/**
 * The text of a topic that a model describes: the whole topic if it fits, otherwise the newest pairs that fit with shortened turns,
 * oldest first.
 */
export function describableTopic(
  { text, pairs }: { readonly text: string; readonly pairs: readonly QaPair[] },
  room: Room,
): string {
  if (fitTogether([text], room)) return text;
  const blocks = pairs.map((pair) => formatTopic([shortened(pair)]));
  let remainingTokens = room.maxTokens;
  const first = blocks.findLastIndex((block) => {
    remainingTokens -= room.countTokens(block);
    return remainingTokens < 0;
  });
  return blocks.slice(first + 1).join('\n');
}

const shortened = (pair: QaPair): QaPair => ({
  ...pair,
  turns: pair.turns.map((turn) => ({ ...turn, text: cutAtSentence(turn.text, turnChars) })),
});
