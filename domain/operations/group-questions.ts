import { searchTerms, stem } from '../search/search-terms.ts';

export interface AskedQuestion {
  readonly messageId: string;
  readonly question: string;
  /** RFC 3339, UTC. */
  readonly createdAt: string;
  readonly reason: string;
}

export interface QuestionGroup {
  /** As it was asked last. */
  readonly question: string;
  readonly count: number;
  readonly firstAskedAt: string;
  readonly lastAskedAt: string;
  /** Why there was no answer: each reason once, in the order of asking. */
  readonly reasons: readonly string[];
  /** In the order of asking. */
  readonly messageIds: readonly string[];
}

/** Two questions are the same when they share this part of their words, together. */
const sameFrom = 0.6;

/**
 * Questions with their near-duplicates merged: those that are made of the same words, whatever the order, the endings and the
 * small words are. The most frequent first, then the latest. The same questions always make the same groups.
 */
export function groupQuestions(questions: readonly AskedQuestion[]): readonly QuestionGroup[] {
  const byTime = questions.toSorted(
    (a, b) => compare(a.createdAt, b.createdAt) || compare(a.messageId, b.messageId),
  );
  const groups: { readonly terms: ReadonlySet<string>; readonly asked: AskedQuestion[] }[] = [];
  for (const one of byTime) {
    const terms = contentTerms(one.question);
    const best = groups
      .map((group) => ({ group, likeness: likeness(group.terms, terms) }))
      .filter(({ likeness: value }) => value >= sameFrom)
      .toSorted((a, b) => b.likeness - a.likeness)[0];
    if (best) best.group.asked.push(one);
    else groups.push({ terms, asked: [one] });
  }
  return groups
    .map(({ asked }) => summary(asked))
    .toSorted((a, b) => b.count - a.count || compare(b.lastAskedAt, a.lastAskedAt));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function summary(asked: readonly AskedQuestion[]): QuestionGroup {
  const last = asked.at(-1);
  return {
    question: last?.question ?? '',
    count: asked.length,
    firstAskedAt: asked[0]?.createdAt ?? '',
    lastAskedAt: last?.createdAt ?? '',
    reasons: [...new Set(asked.map(({ reason }) => reason))],
    messageIds: asked.map(({ messageId }) => messageId),
  };
}

/** Common terms over all terms: 1 for the same set, 0 for nothing in common. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((term) => b.has(term)).length;
  return common === 0 ? 0 : common / (a.size + b.size - common);
}

const smallWords = new Set(
  (
    'a an and any anyone are be been but can could de des did do does for from get had has have hello help hey hi how i if in ' +
    'is it its la le les me my of on or please so some somebody someone steward thank thanks that the there this to un une ' +
    'was we what when where which who why will with would you your comment est je que quel quelle qui pourquoi'
  )
    .split(' ')
    .map(stem),
);

/** Writing that puts no spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

function contentTerms(text: string): ReadonlySet<string> {
  const terms = searchTerms(text).flatMap((term) => (unspaced.test(term) ? pairsOf(term) : [term]));
  const content = terms.filter((term) => !smallWords.has(term));
  return new Set(content.length > 0 ? content : terms);
}

/** Every two neighbouring characters. */
const pairsOf = (term: string): readonly string[] => {
  const characters = Array.from(term);
  return characters.length < 2 ? [term] : characters.slice(1).map((next, at) => `${characters[at]}${next}`);
};
