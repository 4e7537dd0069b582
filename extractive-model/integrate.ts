import type { Decision } from '../domain/models/decisions.ts';
import type { PromptSection } from '../domain/models/prompt-sections.ts';
import { parseTopic } from '../domain/team/qa-blocks.ts';
import { compareQaIds } from '../domain/values/qa-id.ts';
import { wordsIn } from '../domain/values/text.ts';
import type { QaPair } from '../domain/team/qa-pair.ts';
import { alike, askedText, likeness, namesMore, turnsText } from './pairs.ts';

/**
 * Removes older pairs that ask the same and are answered otherwise. One whose question is wider stays: the new pair may be about a part.
 */
export function answerIntegration(sections: readonly PromptSection[]): Decision<'IntegrationResult'> {
  const pairsIn = (name: PromptSection['name']): readonly QaPair[] =>
    sections.filter((section) => section.name === name).flatMap(({ text }) => parseTopic(text).pairs);
  const [added] = pairsIn('pair');
  if (!added) return { skip: true, remove_ids: [] };
  const others = pairsIn('topic').filter(({ qaId }) => qaId !== added.qaId);
  if (others.some((pair) => saysTheSame(pair, added, 'User') && saysTheSame(pair, added, 'Team')))
    return { skip: true, remove_ids: [] };
  const question = askedText(added);
  const replaced = others.filter(
    (pair) =>
      compareQaIds(pair.qaId, added.qaId) < 0 &&
      !saysTheSame(pair, added, 'Team') &&
      likeness(question, pair) >= alike &&
      !namesMore(question, pair),
  );
  return { skip: false, remove_ids: replaced.map(({ qaId }) => qaId) };
}

const saysTheSame = (a: QaPair, b: QaPair, label: 'User' | 'Team'): boolean =>
  wordsIn(turnsText(a, label)).join(' ') === wordsIn(turnsText(b, label)).join(' ');
