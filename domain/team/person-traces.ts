/** What the words of others may tell of a person who is to be erased. */

export interface PersonNames {
  readonly userId: string;
  /** As Discord showed them. */
  readonly names: readonly string[];
}

/** What mentions of anybody, or of nobody, are read as. */
const anybody = new Set(['someone', 'steward', 'role', 'channel', 'everyone', 'here', 'team']);

/** Whether a text has the person's id, or a mention of them, which Steward reads as `@` and their name. */
export const mentionsPerson = (text: string, { userId, names }: PersonNames): boolean =>
  standsIn(text, userId) ||
  names.some((name) => !anybody.has(name.toLowerCase()) && standsIn(text, `@${name}`));

/** Whether a text has the person's name as a word. Others may be called the same, so a person has to look. */
export const namesPerson = (text: string, { names }: PersonNames): boolean =>
  names.some((name) => standsIn(text, name));

function standsIn(text: string, words: string): boolean {
  if (words.trim() === '') return false;
  const pattern = words.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${pattern}(?![\p{L}\p{N}])`, 'iu').test(text);
}

/** So many words in a row are hardly the same by chance. */
const quotedWords = 5;

/** Whether a text repeats words of another one, in a row. */
export function repeatsWords(text: string, words: string): boolean {
  const runs = new Set(runsOf(words));
  return runsOf(text).some((run) => runs.has(run));
}

function runsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(quotedWords - 1).map((_, at) => words.slice(at, at + quotedWords).join(' '));
}
