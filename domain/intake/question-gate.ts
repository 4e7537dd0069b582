import { detectLanguage } from '../language/detect-language.ts';
import { asksInEnglish } from '../language/english-questions.ts';
import { asksInFrench } from '../language/french-questions.ts';
import { undetermined } from '../language/language-codes.ts';

/**
 * The heuristic gate: tells, without a model, whether a text may be a question. A question mark passes (`question_mark`), and so
 * does a question word where a question would have it, in the text's language (`word`). In a language without rules of its
 * own the model decides (`unknown_language`). All else is `chatter`.
 */
export type GateVerdict = 'question_mark' | 'word' | 'unknown_language' | 'chatter';

const questionMark = /[?？؟]/u;
const link = /<?\bhttps?:\/\/\S+>?/giu;
const mention = /<[@#:][^>\s]{0,100}>|@steward\b/giu;
const codeBlock = /```[\s\S]*?(?:```|$)/gu;
const inlineCode = /`[^`\n]*`/gu;

export function judgeQuestion(text: string): GateVerdict {
  // A question mark inside a link or code asks nothing.
  const words = text.replace(codeBlock, ' ').replace(link, ' ').replace(mention, ' ').trim();
  if (questionMark.test(words.replace(inlineCode, ' '))) return 'question_mark';
  if (isUncoveredScript(words)) return 'unknown_language';
  const language = detectLanguage(words);
  if (!['eng', 'fra', undetermined].includes(language)) return 'unknown_language';
  const clauses = words.split(/[.!;:…]+(?=\s|$)|[\n()]+|,\s|\s[-–—]+\s/u);
  const asks = (clause: string, at: number): boolean =>
    (language !== 'fra' && asksInEnglish(clause, { opensText: at === 0 })) ||
    (language !== 'eng' && asksInFrench(clause));
  return clauses.some(asks) || endsInWhy(words) ? 'word' : 'chatter';
}

const spaced = /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu;
const unspacedScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Words, also in scripts that put no spaces between them. */
export function wordCount(text: string): number {
  if (!unspacedScript.test(text)) return text.match(spaced)?.length ?? 0;
  return [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)].filter(
    ({ isWordLike }) => isWordLike,
  ).length;
}

function isUncoveredScript(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return letters >= 2 && latin * 2 < letters;
}

/** "The make fails; why": said behind what it is about. */
const endsInWhy = (text: string): boolean =>
  /[.!;:,\n]\s*(?:but |and )?(?:why|how come|pourquoi)\s*[.!]*$/iu.test(text.slice(-40)) &&
  wordCount(text) >= 8;
