import type { Decision } from '../domain/models/decisions.ts';
import type { PromptSection } from '../domain/models/prompt-sections.ts';
import { parseTopic } from '../domain/team/qa-blocks.ts';
import { compareQaIds } from '../domain/values/qa-id.ts';
import { wordsIn } from '../domain/values/text.ts';
import type { QaPair } from '../domain/team/qa-pair.ts';
import { asksOtherwise } from './asks-otherwise.ts';
import { alike, askedText, knownPair, likeness, partOf, tellsWhatIsAsked, turnsText } from './pairs.ts';

/** Phrases by which the team says that an earlier statement is no longer true. */
const announcesChange: readonly RegExp[] = [
  /\b(?:correction|actually|no longer|outdated|wrong|changed|instead|since then|by now|meanwhile|update:)/iu,
  /\bnot (?:any ?more|true|right|correct)\b/iu,
];
const alikeInCorrection = 0.3;

/**
 * Removes older pairs that would have answered the new question with something else, unless the new pair is only about a part
 * of their subject or does not answer their question.
 */
export function answerIntegration(sections: readonly PromptSection[]): Decision<'IntegrationResult'> {
  const pairsIn = (name: PromptSection['name']): readonly QaPair[] =>
    sections.filter((section) => section.name === name).flatMap(({ text }) => parseTopic(text).pairs);
  const [added] = pairsIn('pair');
  if (!added) return { skip: true, remove_ids: [] };
  const others = pairsIn('topic').filter(({ qaId }) => qaId !== added.qaId);
  if (others.some((pair) => saysTheSame(pair, added, 'User') && saysTheSame(pair, added, 'Team'))) {
    return { skip: true, remove_ids: [] };
  }
  const known = knownPair(added);
  const isChange = announcesChange.some((form) => form.test(turnsText(added, 'Team')));
  const replaced = others.filter(
    (pair) =>
      compareQaIds(pair.qaId, added.qaId) < 0 &&
      !saysTheSame(pair, added, 'Team') &&
      partOf(known, knownPair(pair)).length === 0 &&
      likeness(known.asked, knownPair(pair), null).score >= (isChange ? alikeInCorrection : alike) &&
      !asksOtherwise(askedText(added), knownPair(pair)) &&
      (isChange || tellsWhatIsAsked(askedText(pair), added)),
  );
  return { skip: false, remove_ids: replaced.map(({ qaId }) => qaId) };
}

const saysTheSame = (a: QaPair, b: QaPair, label: 'User' | 'Team'): boolean =>
  wordsIn(turnsText(a, label)).join(' ') === wordsIn(turnsText(b, label)).join(' ');
