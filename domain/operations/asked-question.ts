import { searchTerms, stem } from '../search/search-terms.ts';
import { unspacedScript, withoutSteward } from '../values/text.ts';

/** A question without an answer, or a message that was taken for none. */
export interface AskedQuestion {
  readonly messageId: string;
  readonly question: string;
  /** The question in the working language, if it was translated. */
  readonly translatedQuestion?: string | null;
  /** RFC 3339, UTC. */
  readonly createdAt: string;
  readonly reason: string;
  readonly authorId: string;
  /** `ask` for questions over HTTP or in a terminal. */
  readonly channelId: string;
  /** A link to the message; null if it is not on Discord. */
  readonly link: string | null;
}

/** Two questions count as the same if they share this part of all their words. */
const sameFrom = 0.6;

/** The terms by which questions are compared. */
export type QuestionTerms = ReadonlySet<string>;

export const isSameQuestion = (a: QuestionTerms, b: QuestionTerms): boolean => likeness(a, b) >= sameFrom;

/** Common terms divided by all terms: 1 for equal sets, 0 for nothing in common. */
function likeness(a: QuestionTerms, b: QuestionTerms): number {
  // More than the smaller set has cannot be in common.
  if (Math.min(a.size, b.size) < sameFrom * Math.max(a.size, b.size)) return 0;
  const common = [...a].filter((term) => b.has(term)).length;
  return common === 0 ? 0 : common / (a.size + b.size - common);
}

const smallWords = new Set(
  (
    'a an and any anybody anyone are be been but can could de des did do does exactly explain for from get had has have hello help ' +
    'hey hi how i if in is it its know la le les me mean my need of on option or please possible so some somebody someone steward ' +
    'tell thank thanks that the there this to try un une use want was way we what when where which who why will with work would ' +
    'you your comment est je que quel quelle qui pourquoi'
  )
    .split(' ')
    .map(stem),
);

/** Options such as `--dry-run`: they carry the meaning of a question about them. */
const optionName = /(?<![\p{L}\p{N}_-])--[a-z][\w-]*/giu;

/** Enough for what is asked; a pasted log has thousands. */
const maxTerms = 60;

export function questionTerms(question: string): QuestionTerms {
  const text = withoutSteward(question);
  const terms = searchTerms(text).flatMap((term) => (unspacedScript.test(term) ? pairsOf(term) : [term]));
  const content = terms.filter((term) => !smallWords.has(term));
  // An option counts three times, like a name such as `max_connections`, which is searched for whole and by its parts.
  const options = (text.toLowerCase().match(optionName) ?? []).flatMap((name) => [name, `${name}=`]);
  return new Set([...(content.length > 0 ? content : terms), ...options].slice(0, maxTerms));
}

/** Every two neighbouring characters. */
const pairsOf = (term: string): readonly string[] => {
  const characters = Array.from(term);
  return characters.length < 2 ? [term] : characters.slice(1).map((next, at) => `${characters[at]}${next}`);
};
