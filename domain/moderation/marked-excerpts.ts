import type { Finding } from './moderation-types.ts';

const shortest = 3;
const longest = 120;

/**
 * Locates the excerpts that a model marked as personal data. It ignores excerpts that are not verbatim, that make up half
 * of the text or more, and that moderation inserted.
 */
export function findExcerpts(text: string, excerpts: readonly string[]): readonly Finding[] {
  const marks = [...new Set(excerpts.map((excerpt) => excerpt.trim()))].filter(
    (excerpt) =>
      excerpt.length >= shortest &&
      excerpt.length <= longest &&
      excerpt.length * 2 < text.trim().length &&
      !/\[[^\]]* removed\]/u.test(excerpt),
  );
  return marks.flatMap((excerpt) =>
    placesOf(text, excerpt).map((start) => ({
      type: 'person',
      rule: 'model',
      start,
      end: start + excerpt.length,
    })),
  );
}

function placesOf(text: string, excerpt: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(excerpt); at >= 0; at = text.indexOf(excerpt, at + excerpt.length))
    places.push(at);
  return places;
}
