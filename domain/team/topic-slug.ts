import anyAscii from 'any-ascii';

const maxSlugChars = 80;

/**
 * Converts a topic's name from a model to lower-case letters, digits and single hyphens, at most 80 characters; null if
 * nothing is left. Diacritics are dropped (`Éléments` gives `elements`), a name without Latin letters is transliterated
 * (`钱包问题` gives `qian-bao-wen-ti`), anything else becomes a hyphen. A slug stays unchanged.
 */
export function topicSlug(name: string): string | null {
  const plainName = name
    .trim()
    .replace(/^team:/i, '')
    .replace(/\.txt$/i, '');
  const words = latin(plainName)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '');
  return shortened(words).replace(/-$/, '') || null;
}

/** Chinese syllables begin with a capital, so each becomes a word. */
function latin(name: string): string {
  if (/\p{Script=Latin}/u.test(name) || !/\p{L}/u.test(name)) return name;
  return anyAscii(name.normalize('NFC')).replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

export const topicFileName = (slug: string): string => `${slug}.txt`;

/** The topic's id in the index, `team:<slug>.txt`. */
export const teamSourceId = (slug: string): string => `team:${topicFileName(slug)}`;

/** Whether a source is a topic of the team; every other source is a document. */
export const isTeamSource = (sourceId: string): boolean => sourceId.startsWith('team:');

/** Returns null for every id that `teamSourceId` does not produce, so that no id leads out of the topics' folder. */
export function slugFromSourceId(sourceId: string): string | null {
  const slug = topicSlug(sourceId);
  return slug !== null && teamSourceId(slug) === sourceId ? slug : null;
}

/** Cuts at the last hyphen that leaves at least half, otherwise inside the word. */
function shortened(words: string): string {
  if (words.length <= maxSlugChars) return words;
  const hyphen = words.lastIndexOf('-', maxSlugChars);
  return words.slice(0, hyphen >= maxSlugChars / 2 ? hyphen : maxSlugChars);
}
