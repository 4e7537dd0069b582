import everyday from './words/everyday-words.json' with { type: 'json' };

/** Everyday words that are not about software. A text of hardly any others is chatter: see `isChatter`. */

const wordsIn = (lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '));

/**
 * The most frequent words of one half of the conversations in the PyPI package chitchat-dataset, without words that
 * people use for software and trouble, plus words of greeting and thanks.
 */
export const everydayEnglish = wordsIn(everyday.everydayEnglish);

/** Words that hardly ever occur in reports of trouble. */
export const friendlyEnglish = wordsIn(everyday.friendlyEnglish);

/** Greetings, thanks and reactions, and the grammar words between them. */
export const everydayFrench = wordsIn(everyday.everydayFrench);
