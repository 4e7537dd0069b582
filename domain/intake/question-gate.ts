import everyday from '../language/words/everyday-words.json' with { type: 'json' };
import { asksForHelp, troubleWord } from '../language/help-words.ts';
import { spacedWord, withoutSteward } from '../values/text.ts';
import { readsFileOf } from './attachments.ts';
import { batchText } from './conversation.ts';
import type { Message } from './message.ts';
import { isAskedDirectly } from './routing.ts';

export const gates = ['heuristic', 'model', 'off'] as const;

/**
 * Whether a batch is dropped before any model call. Never after a mention, in a thread that Steward opened, in a forum
 * post (where only its owner's messages get this far), or with a file that Steward reads.
 */
export const isDroppedUnread = (
  gate: (typeof gates)[number],
  batch: readonly Message[],
  readsImages = false,
): boolean =>
  gate === 'heuristic' &&
  !isAskedDirectly(batch) &&
  !batch.some(({ location: { thread } }) => thread?.openedBySteward || thread?.inForum) &&
  !readsFileOf(batch, readsImages) &&
  isChatter(batchText(batch));

/**
 * The heuristic gate: whether a text is surely chatter (greetings, thanks, small talk, reactions), decided without a
 * model. Question marks, code and requests for help pass, and so does a text with more than a few words that are unusual
 * in English or French small talk: it has a subject, or is in another language. Measured by `npm run bench -- gate`.
 */
export function isChatter(text: string, { strangeShare } = chosen): boolean {
  // A question mark inside a link does not ask anything.
  const words = withoutSteward(text.includes('://') ? text.replace(link, ' ') : text)
    .replaceAll('’', "'")
    .trim();
  return !/[?？؟`]/u.test(words) && isSmallTalk(words, strangeShare) && !asksForHelp(words);
}

/** The cheaper half of the decision. */
function isSmallTalk(words: string, strangeShare: number): boolean {
  const lower = words.toLowerCase();
  const tokens = (threeInRow.test(lower) ? lower.replaceAll(rows, '$1') : lower).match(spacedWord) ?? [];
  const allowed = tokens.length * strangeShare;
  // Capitals mean nothing if the whole text is in capitals.
  const written = /\p{Ll}/u.test(words) ? words : lower;
  knownCosts ??= new Map([...everydayEnglish, ...friendlyEnglish].map((word) => [word, costOf(word)]));
  const cost = tokens.reduce((sum, word) => sum + (knownCosts?.get(word) ?? costOf(word)), 0);
  return (
    cost + codeCost * (written.match(code)?.length ?? 0) <= allowed ||
    tokens.filter((word) => !everydayFrench.has(word)).length <= allowed
  );
}

const threeInRow = /(.)\1\1/u;
const rows = /([\p{L}\p{N}])\1{2,}/gu;
const link = /<?\bhttps?:\/\/\S+>?/giu;

/** The allowed share of other words. This and the costs were chosen by the bench: see docs/benchmarks.md. */
const chosen = { strangeShare: 0.27 };
const troubleCost = 1.5;
const codeCost = 2;
const friendlyGain = 0.5;

/** Names of files, variables and options, signs between words, versions, capitals. */
const code =
  /[_/\\{}<>%$#=|@&*][\p{L}_]|\w\.\w{2,4}\b|\w\(\)|[a-z][A-Z]|\d\.\d|<-|:\w|--\w|\b[A-Z]{3,}\b|\b[A-Z]{2,}\d/gu;

const laughter = /^(?:[bhj]*(?:[ae]+h+)+[ae]*|l+o+l+|lma+o+|rofl|o+h+|a+h+|h*m+|\d{1,2})$/u;

/** How unusual a word is in English small talk. */
function costOf(word: string): number {
  if (troubleWord.test(word)) return troubleCost;
  if (friendlyEnglish.has(word) || laughter.test(word)) return -friendlyGain;
  return everydayEnglish.has(word) ? 0 : 1;
}

/** The costs of everyday words, which are most of small talk. Computed for the first text. */
let knownCosts: ReadonlyMap<string, number> | null = null;

const wordSet = (lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '));

/**
 * The most frequent words of one half of the conversations in the PyPI package chitchat-dataset, without words that
 * people use for software and trouble, plus words of greeting and thanks.
 */
const everydayEnglish = wordSet(everyday.everydayEnglish);

/** Words that hardly ever occur in reports of trouble. */
const friendlyEnglish = wordSet(everyday.friendlyEnglish);

/** Greetings, thanks and reactions, and the grammar words between them. */
const everydayFrench = wordSet(everyday.everydayFrench);
