import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';
import frenchWords from 'naughty-words/fr.json' with { type: 'json' };
import { blankOut, codeAndLinks, findAll, type Rule } from './find-all.ts';
import type { Detector, Finding } from './moderation-types.ts';

/**
 * Detects profanity: in English by `obscenity`, which also recognises spellings like "sh1t", in French by the list of
 * `naughty-words`. False positives of both on ten megabytes of software documentation are excluded below.
 */
export const findProfanity: Detector = (text, language) => {
  const words = blankOut(blankOut(text, codeAndLinks), symbols);
  return [...findEnglish(words), ...(language === 'eng' ? [] : findAll('profanity', french, words))];
};

/** Characters that `obscenity` reads as letters, as in "f(k" and "types/utils". */
const symbols = /[()|<>/\\[\]{}!*+#]/gu;

const english = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });

function findEnglish(words: string): readonly Finding[] {
  return english.getAllMatches(words).flatMap(({ startIndex, endIndex }) => {
    const end = endIndex + 1;
    const word = words.slice(startIndex, end).toLowerCase();
    const whole = wholeWord(words, { start: startIndex, end });
    if (names.has(word) || names.has(words.slice(whole.start, whole.end).toLowerCase())) return [];
    if (mostlyDigits(word)) return [];
    const isWhole = !inWord.test(words.charAt(startIndex - 1)) && !inWord.test(words.charAt(end));
    // Inside a longer name four letters mean nothing (`cumtime`), unless they are unmistakable.
    if (!isWhole && word.length < 5 && !unmistakable.has(word)) return [];
    return [{ type: 'profanity', rule: 'english', ...whole }];
  });
}

function wholeWord(words: string, { start, end }: { readonly start: number; readonly end: number }) {
  const before = /\p{L}{0,20}$/u.exec(words.slice(Math.max(0, start - 20), start))?.[0] ?? '';
  const after = /^\p{L}{0,20}/u.exec(words.slice(end, end + 20))?.[0] ?? '';
  return { start: start - before.length, end: end + after.length };
}

const inWord = /[\p{L}\p{N}_]/u;
const unmistakable = new Set(['fuck', 'shit', 'cunt']);
/** Names of commands, columns, functions and people. */
const names = new Set('fk fu fks fsck fck cum pussycat anal scat abo abos tit homo dyke penal'.split(' '));

const mostlyDigits = (word: string): boolean => word.replaceAll(/\P{L}/gu, '').length * 2 <= word.length;

/** Everyday French or English words that are also in the list. */
const everyday = new Set(
  `baiser bander bigornette bite bitte bloblos bordel bourré bourrée caca chatte con conne cul folle gerbe gerber gueule jouir
  la meuf pédale péter pipi ramoner suce tanche tapette trique negro déconne déconner emmerdant pousse-crotte`.split(
    /\s+/u,
  ),
);

const french: readonly Rule[] = [
  {
    rule: 'french',
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}_])(?:${frenchWords
        .filter((word) => !everyday.has(word))
        .map((word) => word.toLowerCase().replaceAll(/[^\p{L}\p{N} -]/gu, String.raw`\$&`))
        .join('|')})(?:s|es)?(?![\\p{L}\\p{N}_])`,
      'giu',
    ),
  },
];
