import anyAscii from 'any-ascii';

const maxSlugChars = 80;

/**
 * A topic's name as a model gives it, as lower-case letters, digits and single hyphens, at most 80
 * characters; null when nothing is left. Diacritics are dropped (`Éléments` gives `elements`), a name without a Latin
 * letter is transliterated (`钱包问题` gives `qian-bao-wen-ti`), anything else becomes a hyphen. A slug gives itself.
 */
export function topicSlug(name: string): string | null {
  const given = name
    .trim()
    .replace(/^team:/i, '')
    .replace(/\.txt$/i, '');
  const words = latin(given)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '');
  return shortened(words).replace(/-$/, '') || null;
}

/** Syllables of Chinese begin with a capital: each becomes a word. */
function latin(name: string): string {
  if (/\p{Script=Latin}/u.test(name) || !/\p{L}/u.test(name)) return name;
  return anyAscii(name.normalize('NFC')).replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

export const topicFileName = (slug: string): string => `${slug}.txt`;

/** `team:<slug>.txt`, the topic's id in the index. */
export const teamSourceId = (slug: string): string => `team:${topicFileName(slug)}`;

/** Whether a source of the index is a topic of the team; every other one is a document. */
export const isTeamSource = (sourceId: string): boolean => sourceId.startsWith('team:');

/** Null for every id that `teamSourceId` does not give, so that no id leads out of the topics' folder. */
export function slugFromSourceId(sourceId: string): string | null {
  const slug = topicSlug(sourceId);
  return slug !== null && teamSourceId(slug) === sourceId ? slug : null;
}

/** Cut at the last hyphen that leaves at least half, else inside the word. */
function shortened(words: string): string {
  if (words.length <= maxSlugChars) return words;
  const hyphen = words.lastIndexOf('-', maxSlugChars);
  return words.slice(0, hyphen >= maxSlugChars / 2 ? hyphen : maxSlugChars);
}
