import type { PromptSection, SectionName } from '../domain/models/prompt-sections.ts';
import { wordsOf, type Word } from './text/words.ts';

export const sectionText = (sections: readonly PromptSection[], name: SectionName): string =>
  sections
    .filter((section) => section.name === name)
    .map(({ text }) => text)
    .join('\n');

/**
 * What is asked for. A follow-up that hardly says anything ("and how do I change it?") brings the member's
 * last turn.
 */
export function questionWords(sections: readonly PromptSection[]): readonly Word[] {
  const words = wordsOf(withoutContext(sectionText(sections, 'question')));
  if (words.length >= 2) return words;
  const turns = sectionText(sections, 'conversation').split(/^(?=(?:User|Team|You|Bot|Others): )/mu);
  const last = turns.findLast((turn) => turn.startsWith('User: '));
  return [...words, ...wordsOf(withoutContext(last?.slice('User: '.length) ?? ''))];
}

/**
 * Who is spoken to, since when and on whose machine says nothing of what is asked. A package's scope (`@fastify/cors`) is no
 * mention.
 */
export const withoutContext = (text: string): string =>
  text.replaceAll(mention, ' ').replaceAll(context, ' ');

const mention = /(?<![^\s(])@[\p{L}\p{N}_.-]+(?![\p{L}\p{N}_.-]|\/)/gu;
const context =
  /\bsince (?:yesterday|today|(?:this|last|a|one|a few|\d+) (?:morning|night|days?|weeks?|months?))\b|\b(?:on|with) (?:my|our) (?:laptop|computer|machine|pc)\b/giu;
