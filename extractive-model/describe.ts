import type { Decision } from '../domain/models/decisions.ts';
import type { PromptSection } from '../domain/models/prompt-sections.ts';
import { parseTopic } from '../domain/team/qa-blocks.ts';
import { compareQaIds } from '../domain/values/qa-id.ts';
import { textBlocksOf, titleOf } from './text/blocks.ts';
import { askedText, turnsText } from './pairs.ts';
import { plainId } from './text/passages.ts';
import { commonStems } from './text/word-lists.ts';
import { termCounts, wordsOf, type Word } from './text/words.ts';

/** Index descriptions are short. Selection does not find what is left out. */
const maxChars = 350;

/** The part of a page in which it says what it is about. */
const introductionChars = 500;
const introductionBonus = 1.5;

/** An index description, which is all that selection sees: the words of the headings and the most salient words of the text. */
export function documentSummary({ id, text }: Pick<PromptSection, 'id' | 'text'>): string {
  const title = titleOf(text);
  const known = new Set(termsOf(wordsOf(`${plainId(id ?? '')} ${title}`)));
  const blocks = textBlocksOf(text).filter(({ kind }) => kind !== 'code');
  const prose = blocks.map(({ start, end }) => text.slice(start, end)).join('\n');
  const salience = salienceIn(prose, prose.slice(0, introductionChars));
  const headings = [...new Set(blocks.flatMap((block) => block.headings))].join('\n');
  const named = wordsOf(headings).toSorted((a, b) => salience(b) - salience(a));
  const spoken = wordsOf(prose).toSorted((a, b) => salience(b) - salience(a));
  const opening = `${title === '' ? 'A page' : title}: covers `;
  const covered = fill(named, known, (maxChars - opening.length) / 2);
  const mentioned = fill(spoken, known, maxChars - opening.length - covered.join(', ').length - 12);
  const about = mentioned.length > 0 ? `. Mentions ${mentioned.join(', ')}.` : '.';
  return `${opening}${covered.length > 0 ? covered.join(', ') : 'its subject'}${about}`;
}

/** The index description of a team's topic: the words of its questions and answers, newest first. */
export function topicSummary({ text }: Pick<PromptSection, 'text'>): string {
  const { pairs } = parseTopic(text);
  const newestFirst = pairs.toSorted((a, b) => compareQaIds(b.qaId, a.qaId));
  const known = new Set<string>();
  const asked = fill(
    newestFirst.flatMap((pair) => wordsOf(askedText(pair))),
    known,
    220,
  );
  const answered = fill(
    newestFirst.flatMap((pair) => wordsOf(turnsText(pair, 'Team'))),
    known,
    80,
  );
  const about = answered.length > 0 ? `. Answers mention ${answered.join(', ')}.` : '.';
  return `Questions about ${asked.length > 0 ? asked.join(', ') : 'various things'}${about}`;
}

export function answerDescription(sections: readonly PromptSection[]): Decision<'LLMTextResult'> {
  const topic = sections.find(({ name }) => name === 'topic');
  const document = sections.find(({ name }) => name === 'document');
  const text = topic ? topicSummary(topic) : documentSummary(document ?? { id: null, text: '' });
  return { text, questions: [] };
}

const termsOf = (words: readonly Word[]): readonly string[] =>
  words.flatMap(({ whole, parts }) => [whole, ...parts]);

/** Rates words by how often they occur, with a bonus for those in the introduction and a malus for common ones. */
function salienceIn(text: string, introduction: string): (word: Word) => number {
  const counts = termCounts(text);
  const introduced = termCounts(introduction);
  return ({ whole }) =>
    (Math.log(1 + (counts.get(whole) ?? 0)) + (introduced.has(whole) ? introductionBonus : 0)) *
    (commonStems.has(whole) ? 0.4 : 1);
}

/** The first words that fit, each term once. */
function fill(words: readonly Word[], known: Set<string>, chars: number): readonly string[] {
  const taken: string[] = [];
  let left = chars;
  for (const word of words) {
    const terms = [word.whole, ...word.parts];
    if (terms.every((term) => known.has(term)) || /^\d+$/u.test(word.surface) || word.surface.length > 20)
      continue;
    if (word.surface.length + 2 > left) continue;
    for (const term of terms) known.add(term);
    taken.push(word.surface);
    left -= word.surface.length + 2;
  }
  return taken;
}
