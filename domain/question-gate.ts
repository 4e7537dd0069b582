/**
 * The heuristic gate: tells, without a model, whether a text may be a question. A question mark passes, and so does a
 * question word where a question would have it. Text in a script that the word lists do not cover passes too: there
 * the model decides. All else is chatter.
 */
export type GateVerdict = 'mark' | 'word' | 'unknown_language' | 'chatter';

const questionMark = /[?？؟]/u;
const link = /<?\bhttps?:\/\/\S+>?/giu;
const mention = /<[@#:][^>\s]*>|@steward\b/giu;
const codeBlock = /```[\s\S]*?(?:```|$)/gu;

export function judgeQuestion(text: string): GateVerdict {
  // A question mark inside a link or a code block asks nothing.
  const words = text.replace(codeBlock, ' ').replace(link, ' ').replace(mention, ' ').trim();
  if (questionMark.test(words)) return 'mark';
  if (isUncoveredScript(words)) return 'unknown_language';
  return words.split(/[.!;:\n,()]+|\s[-–—]\s/u).some(opensQuestion) ? 'word' : 'chatter';
}

export const wordCount = (text: string): number =>
  text.match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu)?.length ?? 0;

function isUncoveredScript(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return letters >= 2 && latin * 2 < letters;
}

/** Words that people put before a question. */
const lead =
  /^(?:(?:hi|hey|hello|yo|so|and|but|or|also|then|ok|okay|well|um|uh|hmm|now|please|pls|sorry|guys|folks|all|everyone|everybody|team|there|quick question|question|actually|anyway|btw|salut|bonjour|bonsoir|alors|donc|et|mais|ou|svp)\s+)*/u;

const subject = String.raw`(?:i|you|he|she|it|we|they|there|this|that|these|those|the|a|an|my|your|our|their|its|any|some|anyone|anybody|someone|somebody|everyone|people|one|all|both|each|no|not|\p{L}[\p{L}\p{N}_.-]*)`;

const opening: readonly RegExp[] = [
  /^(?:what|whats|what's|why|whys|how|hows|how's|who|whos|who's|whom|whose|when|where|wheres|where's|which)\b/u,
  /^(?:for|in|on|at|to|from|with|by|of|under|since|until)\s+(?:what|which|whom|whose|where|when|how)\b/u,
  new RegExp(
    String.raw`^(?:can|could|will|would|should|shall|may|might|must|does|do|did|is|are|am|was|were|has|have|had)(?:n't|nt)?\s+${subject}\b`,
    'u',
  ),
  /^(?:isn't|isnt|aren't|arent|doesn't|doesnt|don't|didn't|won't|can't|cant|couldn't|shouldn't)\s+(?:i|you|it|we|they|there|this|that|the)\b/u,
  /^(?:any(?:one|body)|some(?:one|body))\s+(?:know|knows|here|else|has|have|had|tried|got|able|able to|using|seen)\b/u,
  /^any\s+(?:idea|ideas|way|tips?|advice|suggestions?|hints?|news|plans?|chance|docs?|help|example|examples|recommendations?|reason)\b/u,
  /^(?:est-ce|qu['’]est|que|qui|quoi|quand|comment|pourquoi|où|ou est|combien|quel|quelle|quels|quelles|lequel|laquelle|peut-on|puis-je|peux-tu|pouvez-vous|y a-t-il|existe-t-il|faut-il|avez-vous|as-tu)(?=[\s'’]|$)/u,
];

/** Where a question word stands inside a sentence and still asks. */
const embedded: readonly RegExp[] = [
  /\b(?:wondering|wonder|know|tell me|explain|understand|sure|idea|figure out|clue|ask|asking|remember|find out|see|curious)\s+(?:about\s+|on\s+)?(?:what|why|how|who|when|where|which|whether|if)\b/u,
  /\b(?:how|where|when|what|which)\s+(?:to|do|does|can|could|should|would|is|are)\b(?!\s*$)/u,
  /\b(?:is|are)\s+there\s+(?:a|an|any|some|no)\b/u,
  /\bje\s+(?:me demande|ne sais pas|voudrais savoir|cherche)\b/u,
];

const statement =
  /^(?:that|this|it|which|there)\s+(?:is|was|are|were)\b|^(?:what|how)\s+(?:a|an)\s|^(?:why not|who cares|what ever|whatever|how (?:nice|cool|funny|sweet|lovely|cute|sad))\b/u;

function opensQuestion(clause: string): boolean {
  const plain = clause.toLowerCase().trim().replace(lead, '');
  if (plain === '' || statement.test(plain)) return false;
  return (
    (opening.some((pattern) => pattern.test(plain)) && wordCount(plain) >= 2) ||
    embedded.some((pattern) => pattern.test(plain))
  );
}
