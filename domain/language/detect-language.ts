import { eld } from 'eld/extrasmall';
import { toLanguageCode, undetermined, type LanguageCode } from './language-codes.ts';

/** Code, links, mentions and names of things are in no language. */
const notWords =
  /```[\s\S]*?(?:```|$)|`[^`\n]*`|<?\bhttps?:\/\/\S+>?|<[@#:][^>\s]{0,100}>|[\p{L}\p{N}_]*[\p{N}_/\\@=][\S]*/gu;

/** With fewer words the letters of a Latin script fit too many languages. */
const fewestWords = 4;
/** How far the best must be ahead of the next, in the detector's scores from 0 to 1. */
const clearLead = 0.1;

/**
 * The language of a text in ISO 639-3, or `und` unless that is sure: short texts in a Latin script mostly are not. No
 * script of its own is taken for a language that is written in several.
 */
export function detectLanguage(text: string): LanguageCode {
  const words = text.slice(0, 2_000).replace(notWords, ' ');
  const letters = words.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 2) return undetermined;
  const found = eld.detect(words);
  if (found.language === '') return undetermined;
  const latin = words.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (latin * 2 < letters) return toLanguageCode(found.language);
  if (!found.isReliable() || (words.match(/\p{L}{2,}/gu)?.length ?? 0) < fewestWords) return undetermined;
  const [best = 0, next = 0] = Object.values(found.getScores()).toSorted((a, b) => b - a);
  return best - next >= clearLead ? toLanguageCode(found.language) : undetermined;
}
