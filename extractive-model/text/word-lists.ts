import { readFileSync } from 'node:fs';
import { stem, grammarWords } from '../../domain/search/search-terms.ts';

const linesOf = (name: string): readonly string[] =>
  readFileSync(new URL(`../data/${name}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
const wordsIn = (line: string): readonly string[] => line.trim().split(/\s+/u);
const wordsOf = (name: string): readonly string[] => linesOf(name).flatMap(wordsIn);

/** Words that do not show what a text is about: grammar, politeness, and the small talk around a question. */
export const stopWords: ReadonlySet<string> = new Set([...grammarWords, ...wordsOf('stop-words')]);

/** Words that are common in technical talk. They count half, because two questions that share one are not yet similar. */
export const commonStems: ReadonlySet<string> = new Set(wordsOf('common-words').map(stem));

/** Short forms that stand for exactly one word. */
export const longForm: ReadonlyMap<string, string> = new Map(
  wordsOf('short-forms').map((pair) => pair.split('=') as [string, string]),
);

/** Things that exclude one another, as stems: opposites, platforms, languages. */
export const alternatives: readonly (readonly ReadonlySet<string>[])[] = linesOf('opposites').map((line) =>
  line.split('|').map((names) => new Set(wordsIn(names).map(stem))),
);
