import { fitTogether, type Room } from '../search/best-parts.ts';
import { firstSentences } from '../values/text.ts';
import { formatTopic } from './qa-blocks.ts';
import type { QaPair } from './qa-pair.ts';

/** Turns are shortened to their first sentences, up to this many characters, tried in order until all pairs fit. */
const turnChars = [400, 200, 100] as const;

/**
 * The text of a topic that a model describes: the whole topic if it fits, otherwise every pair with shortened turns,
 * otherwise the newest of these that fit, oldest first.
 */
export function describableTopic(
  { text, pairs }: { readonly text: string; readonly pairs: readonly QaPair[] },
  room: Room,
): string {
  if (fitTogether([text], room)) return text;
  const shortest = turnChars.map((chars) => pairs.map((pair) => formatTopic([withFirst(pair, chars)])));
  const whole = shortest.find((blocks) => fitTogether(blocks, room));
  if (whole) return whole.join('\n');
  const blocks = shortest.at(-1) ?? [];
  let remainingTokens = room.maxTokens;
  const first = blocks.findLastIndex((block) => {
    remainingTokens -= room.countTokens(block);
    return remainingTokens < 0;
  });
  return blocks.slice(first + 1).join('\n');
}

const withFirst = (pair: QaPair, chars: number): QaPair => ({
  ...pair,
  turns: pair.turns.map((turn) => ({ ...turn, text: firstSentences(turn.text, chars) })),
});
