import type { Finding, ModerationType } from './moderation-types.ts';

export interface Rule {
  readonly rule: string;
  /** Global. Every repetition in it is bounded, so that the time grows with the text alone. */
  readonly pattern: RegExp;
  readonly accepts?: (match: string) => boolean;
}

/** Every place where one of the rules holds. */
export const findAll = (type: ModerationType, rules: readonly Rule[], text: string): readonly Finding[] =>
  rules.flatMap(({ rule, pattern, accepts = () => true }) =>
    [...text.matchAll(pattern)].flatMap((match) =>
      accepts(match[0]) ? [{ type, rule, start: match.index, end: match.index + match[0].length }] : [],
    ),
  );

/** The text with what a pattern finds blanked out, so that all places keep their numbers. */
export const blankOut = (text: string, pattern: RegExp): string =>
  text.replaceAll(pattern, (found) => ' '.repeat(found.length));

/** Code and addresses: their words are names. */
export const codeAndLinks = /```[\s\S]*?(?:```|$)|`[^`\n]*`|\bhttps?:\/\/\S+/giu;
