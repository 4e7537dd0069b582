/** Finds traces of a person who is to be erased in other people's words. */

export interface PersonNames {
  readonly userId: string;
  /** The names that Discord showed. */
  readonly names: readonly string[];
}

/** Names that replace mentions of unknown people, roles and channels. */
const anybody = new Set(['someone', 'steward', 'role', 'channel', 'everyone', 'here', 'team']);

/** Whether a text holds the person's id or mentions them. Steward renders a mention as `@` and the name. */
export const mentionsPerson = (text: string, { userId, names }: PersonNames): boolean =>
  standsIn(text, userId) ||
  names.some((name) => !anybody.has(name.toLowerCase()) && standsIn(text, `@${name}`));

/** Whether a text holds the person's name as a word. Others may share the name, so a person has to check. */
export const namesPerson = (text: string, { names }: PersonNames): boolean =>
  names.some((name) => standsIn(text, name));

function standsIn(text: string, words: string): boolean {
  if (words.trim() === '') return false;
  const pattern = words.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${pattern}(?![\p{L}\p{N}])`, 'iu').test(text);
}

/** This many equal words in a row are hardly a coincidence. */
const quotedWords = 5;

/** Whether a text repeats `quotedWords` consecutive words of another. */
export function repeatsWords(text: string, words: string): boolean {
  const runs = new Set(runsOf(words));
  return runsOf(text).some((run) => runs.has(run));
}

function runsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(quotedWords - 1).map((_, at) => words.slice(at, at + quotedWords).join(' '));
}
