import { turnsText, type KnownPair } from './pairs.ts';
import { wordsOf } from './text/words.ts';

const words = String.raw`(?:[\p{L}\d'’-]+[ ]){0,3}`;
const people = String.raw`(?:customers?|users?|members?|admins?|administrators?|moderators?|owners?|guests?|students?|teams?|plans?|accounts?|subscribers?|subscriptions?|people|companies|schools?)`;

/** How somebody says what part of a thing they speak of: some people, a place or a system, a condition, an exception. */
const limits: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:for|on|with|as) (${words}${people})\b`, 'giu'),
  /(?:^|[.!?:;,]\s+)(?:(?:[Yy]es|[Nn]o|[Bb]ut|[Aa]nd),?\s+)?(?:[Ii]n|[Oo]n|[Oo]utside|[Ww]ithin|[Ww]ith|[Ff]or|[Ss]ince|[Bb]efore|[Uu]ntil) (?:the )?(\p{Lu}[\p{L}\d.-]+|version \d[\w.]*|v\d[\w.]*)/gu,
  new RegExp(
    String.raw`\b(?:if|unless|except(?: for)?|only (?:for|if|in|on|when|with)) (${words}[\p{L}\d'’-]+)`,
    'giu',
  ),
  /(?:^|[.!?:;,]\s+)([\p{L}-]+s) (?:may|can|have|get|need|pay|must|are allowed)\b/giu,
];

/** A new date takes the place of an old one, and so does a new hour. */
const date =
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|today|tomorrow|now)\b/giu;

/** The words for the part that one pair speaks of and the other does not, as stems; none where it speaks of the whole. */
export function partOf({ pair }: KnownPair, { pair: other }: KnownPair): readonly string[] {
  const known = stemsOf([turnsText(other, 'User'), turnsText(other, 'Team')].join('\n'));
  const said = [turnsText(pair, 'User'), turnsText(pair, 'Team')].map((text) => text.replaceAll(date, ' '));
  const named = said.flatMap((text) =>
    limits.flatMap((form) => [...text.matchAll(form)].map(([, part = '']) => part)),
  );
  return [...new Set(named.flatMap((part) => [...stemsOf(part)]))].filter((stem) => !known.has(stem));
}

const stemsOf = (text: string): ReadonlySet<string> =>
  new Set(wordsOf(text).flatMap(({ whole, parts }) => [whole, ...parts]));
