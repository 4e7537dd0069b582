/**
 * Porter's stemmer (M. F. Porter, "An algorithm for suffix stripping", 1980), so that "validating",
 * "validated" and "validates" are one term. Words with anything but a-z are left as they are.
 */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/u.test(word)) return word;
  return tidyEnd(longSuffix(middleSuffix(suffixes(yToI(pastAndGerund(plural(word)))))));
}

const consonant = '[^aeiou]';
const vowel = '[aeiouy]';
const consonants = `${consonant}[^aeiouy]*`;
const vowels = `${vowel}[aeiou]*`;

/** The measure of what precedes a suffix: how often vowels are followed by consonants. */
const atLeastOne = new RegExp(`^(${consonants})?${vowels}${consonants}`, 'u');
const exactlyOne = new RegExp(`^(${consonants})?${vowels}${consonants}(${vowels})?$`, 'u');
const atLeastTwo = new RegExp(`^(${consonants})?${vowels}${consonants}${vowels}${consonants}`, 'u');
const hasVowel = new RegExp(`^(${consonants})?${vowel}`, 'u');
const shortEnd = new RegExp(`^${consonants}${vowel}[^aeiouwxy]$`, 'u');

const plural = (word: string): string =>
  /(?:ss|i)es$/u.test(word) ? word.slice(0, -2) : /[^s]s$/u.test(word) ? word.slice(0, -1) : word;

function pastAndGerund(word: string): string {
  if (word.endsWith('eed')) return atLeastOne.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const base = /^(.+?)(?:ed|ing)$/u.exec(word)?.[1];
  if (base === undefined || !hasVowel.test(base)) return word;
  if (/(?:at|bl|iz)$/u.test(base)) return `${base}e`;
  if (/([^aeiouylsz])\1$/u.test(base)) return base.slice(0, -1);
  return shortEnd.test(base) ? `${base}e` : base;
}

function yToI(word: string): string {
  const base = word.slice(0, -1);
  return word.endsWith('y') && hasVowel.test(base) ? `${base}i` : word;
}

/** `ends` names each ending and what takes its place, like `ational:ate`. */
const replaceEnd = (ends: string, measure: RegExp) => {
  const pairs = ends
    .trim()
    .split(/\s+/u)
    .map((pair) => pair.split(':'));
  const longestFirst = pairs.toSorted(([a = ''], [b = '']) => b.length - a.length);
  return (word: string): string => {
    const [end = '', replacement = ''] = longestFirst.find(([end = '']) => word.endsWith(end)) ?? [];
    const base = word.slice(0, word.length - end.length);
    return end !== '' && measure.test(base) ? base + replacement : word;
  };
};

const suffixes = replaceEnd(
  `ational:ate tional:tion enci:ence anci:ance izer:ize bli:ble alli:al entli:ent eli:e ousli:ous
  ization:ize ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive
  biliti:ble logi:log`,
  atLeastOne,
);

const middleSuffix = replaceEnd('icate:ic ative: alize:al iciti:ic ical:ic ful: ness:', atLeastOne);

function longSuffix(word: string): string {
  const match = /^(.+?)(?:al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize)$/u.exec(
    word,
  );
  const base = match?.[1] ?? /^(.+?[st])ion$/u.exec(word)?.[1];
  return base !== undefined && atLeastTwo.test(base) ? base : word;
}

function tidyEnd(word: string): string {
  let end = word;
  if (end.endsWith('e')) {
    const base = end.slice(0, -1);
    if (atLeastTwo.test(base) || (exactlyOne.test(base) && !shortEnd.test(base))) end = base;
  }
  return end.endsWith('ll') && atLeastTwo.test(end) ? end.slice(0, -1) : end;
}
