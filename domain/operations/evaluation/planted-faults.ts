/**
 * Faults for good answers, which test whether verification catches them. Each rule changes one thing so that no source
 * supports the answer; a rule that finds nothing to change makes no fault. The rules know only English.
 */
export const faultKinds = ['number', 'negation', 'name', 'other_page', 'condition', 'addition'] as const;

export type FaultKind = (typeof faultKinds)[number];

export interface PlantedFault {
  readonly kind: FaultKind;
  /** The answer with the fault. */
  readonly draft: string;
}

export interface GoodAnswer {
  readonly draft: string;
  /** The texts that support the answer. */
  readonly sources: readonly string[];
  /** Texts of other pages, which do not concern the question. */
  readonly otherPages: readonly string[];
}

type Rule = (answer: GoodAnswer, turn: number) => string | null;

const ruleOf: Readonly<Record<FaultKind, Rule>> = {
  number: otherNumber,
  negation: oppositeOf,
  name: otherName,
  other_page: withSentenceOfOtherPage,
  condition: withoutCondition,
  addition: withAddition,
};

/** Makes at most one fault of each kind. `turn`, any whole number, selects the addition and the other page's sentence. */
export const plantFaults = (answer: GoodAnswer, turn: number): readonly PlantedFault[] =>
  faultKinds.flatMap((kind) => {
    const draft = ruleOf[kind](answer, turn);
    return draft === null || draft === answer.draft || draft.trim() === '' ? [] : [{ kind, draft }];
  });

/** Changes the first number that a source supports to one that neither the sources nor the answer contain. */
function otherNumber({ draft, sources }: GoodAnswer): string | null {
  const said = (number: string): boolean => sources.some((text) => wholeNumbers(text).includes(number));
  const isKnown = (number: string): boolean => said(number) || wholeNumbers(draft).includes(number);
  const number = wholeNumbers(draft).find(said);
  if (number === undefined) return null;
  const [doubled, next] = [`${Number(number) * 2}`, `${Number(number) + 3}`];
  const other = isKnown(doubled) ? next : doubled;
  return isKnown(other)
    ? null
    : draft.replace(new RegExp(String.raw`(?<![\w.,-])${number}(?![\w,-])`, 'u'), other);
}

/** Numbers that are not part of a name, a version or an address. */
const wholeNumbers = (text: string): readonly string[] =>
  text.match(/(?<![\w.,/:-])\d{1,9}(?![\w,/-]|\.\d)/gu) ?? [];

const opposites: readonly (readonly [said: RegExp, opposite: string])[] = [
  [/\bcannot\b/iu, 'can'],
  [/\b(can|could|do|does|did|is|are|was|were|will|would|must|should|has|have)(?: not|n't)\b/iu, '$1'],
  [/\bnever\b/iu, 'always'],
  [/\bno longer\b/iu, 'still'],
  [/\b(can|will|must|should|is|are) (?!not\b)/iu, '$1 not '],
  [
    /(?<=^|[.:!] |\n)(?=(?:Run|Use|Set|Add|Open|Call|Pass|Restart|Remove|Delete|Put|Keep|Change|Choose) )/u,
    'Do not: ',
  ],
  [/(?<= )without(?= )/u, 'with'],
  [/(?<= )with(?= )/u, 'without'],
];

/** Turns a negation into an affirmation or, if there is none, the reverse. */
function oppositeOf({ draft }: GoodAnswer): string | null {
  const found = opposites.find(([said]) => said.test(draft));
  return found ? draft.replace(found[0], found[1]) : null;
}

/** Replaces a command, setting or option in backquotes by another of its kind that the answer does not mention. */
function otherName({ draft, sources, otherPages }: GoodAnswer): string | null {
  const said = sources.flatMap(namesIn);
  const known = [...said, ...otherPages.flatMap(namesIn)].filter((name) => !draft.includes(name));
  for (const name of namesIn(draft).filter((one) => said.includes(one))) {
    const other = known.find((one) => sortOf(one) === sortOf(name) && !one.includes(name));
    if (other !== undefined) return draft.replace(`\`${name}\``, `\`${other}\``);
  }
  return null;
}

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`\n]{2,80})`/gu)].map(([, name = '']) => name);

function sortOf(name: string): string {
  if (name.startsWith('-')) return 'option';
  if (name.includes(' ')) return 'command';
  return /[./]/u.test(name) ? 'setting or file' : 'word';
}

function withSentenceOfOtherPage({ draft, otherPages }: GoodAnswer, turn: number): string | null {
  const sentences = otherPages.flatMap(statementsIn);
  const sentence = sentences.length === 0 ? undefined : sentences[turn % sentences.length];
  return sentence === undefined ? null : `${draft} ${sentence}`;
}

/** Sentences of at least five words that are not headings, list items or fields. */
const statementsIn = (page: string): readonly string[] =>
  page
    .split('\n')
    .filter((line) => /^\p{Lu}/u.test(line))
    .flatMap((line) => line.split(/(?<=[.!?])\s+/u))
    .filter((sentence) => sentence.split(' ').length >= 5 && sentence.endsWith('.'));

/** Clauses that limit a claim. */
const conditions: readonly RegExp[] = [
  /,? (?:unless|except|provided that|as long as|but not|but only) (?:[^.;\n]|\.\b)+/u,
  /(?<!\bOnly),?(?: only)? (?:if|before) (?:[^.;,\n]|\.\b)+/u,
  / (?:only|at most|at least|up to)(?= )/u,
];

/** A sentence that begins with its condition. */
const leading = /(^|[.!?] |\n)(?:If|Before|Unless) [^,.\n]+, (\p{L})/u;

/** Removes a condition or an exception, so that the claim becomes general. */
function withoutCondition({ draft }: GoodAnswer): string | null {
  const inside = conditions.find((condition) => condition.test(draft));
  if (inside) return draft.replace(inside, '');
  return leading.test(draft)
    ? draft.replace(leading, (_, before: string, first: string) => before + first.toUpperCase())
    : null;
}

const additions = [
  'You can undo this for 90 days in the trash.',
  'This needs the Pro plan.',
  'It also works offline on phones.',
  'The next release removes this.',
  'It takes about ten minutes, during which nobody can log in.',
  'An email to all users announces it.',
] as const;

function withAddition({ draft }: GoodAnswer, turn: number): string {
  return `${draft} ${additions[turn % additions.length]}`;
}
