import type { Finding, ModerationType } from './moderation-types.ts';

export interface Rule {
  readonly rule: string;
  /** Global. Every repetition in it is bounded, so that matching takes linear time. */
  readonly pattern: RegExp;
  readonly accepts?: (match: string) => boolean;
}

export const findAll = (type: ModerationType, rules: readonly Rule[], text: string): readonly Finding[] =>
  rules.flatMap(({ rule, pattern, accepts = () => true }) =>
    [...text.matchAll(pattern)].flatMap((match) =>
      accepts(match[0]) ? [{ type, rule, start: match.index, end: match.index + match[0].length }] : [],
    ),
  );

/** Replaces matches by spaces, so that positions stay the same. */
export const blankOut = (text: string, pattern: RegExp): string =>
  text.replaceAll(pattern, (match) => ' '.repeat(match.length));

/** Code and links, whose words are names. */
export const codeAndLinks = /```[\s\S]*?(?:```|$)|`[^`\n]*`|\bhttps?:\/\/\S+/giu;
