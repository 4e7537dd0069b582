import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer } from 'stemmer';
import type { LanguageCode } from '../language/language-codes.ts';
import { remembering } from '../values/bounded.ts';

const list = (words: string): readonly string[] => words.trim().split(/\s+/u);

/**
 * Grammar words and courtesies of eight languages, which are useless for search. Words that also name a
 * thing in English or in programs are left out, such as German "die", Portuguese "os" and Italian "per".
 */
export const grammarWords: ReadonlySet<string> = new Set(
  list(`
    a about an and any are as at be because been but by can cannot could did do does doing don for from get getting
    got had has have having he her here him his how i if in into is it its just like ll m made make me my need no
    not of off on or our out over own re s same she should so some such t than thank thanks that the their them then there
    these they this those through to too under until up use used using ve very want was way we were what when
    where which while who whom why will with work would you your doesn didn isn won aren wasn weren
    au aux avec ce ces cet cette comment dans de des du elle en est et il ils je la le les leur ma merci mes mon ne nous
    on ou où par pas pour pourquoi quand que quel quelle qui sa se ses son sont sur ta tes ton tu un une vous
    auch auf aus bei beim bitte danke das dass dem den der dieser diese dieses diesen durch ein eine einem einen einer eines er
    gegen habe haben hier ich ihr ist kann kein keine keinen können könnte mein meine meinem meinen meiner mich mir
    mit muss müssen nach nicht noch nur ob oder ohne sich sie sind soll um und uns unser vom von vor wann warum was
    welche welchem welchen welcher welches wenn wer werden wie wieso wir wird wo wurde zu zum zur über
    como cómo con cuál cuáles cuándo cuánto cuántos dónde donde ese esa esta estas este estos está están gracias hacer hay
    las los mi mis muy más nosotros o para pero por puede pueden puedo qué quién si sí sobre su sus también tengo
    tiene tu tus un una uno unos y yo
    aos às da das ele ela essa esse eu isso meu minha nas nos não onde pela pelo porque obrigado obrigada posso pode quais qual quando
    quem seu sua tem tenho uma umas uns você à é são
    agli alla alle anche che chi cosa degli dei della delle dello di dove gli grazie ho il io loro mia mio nei nel nella
    noi non perché più può quale quali questa queste questi questo sono sugli sul sulla tuo voi è
    aan als alstublieft bij deze dit een er geen hebben heeft het hij hoe ik jij jullie kan kunnen maar met mij mijn moet moeten
    naar niet nog om ons te uit van voor waar waarom wanneer wat welke worden wordt zij zijn zonder
  `),
);

/** Porter's stem, so that "validating" and "validates" are one term. Words with anything but a-z stay unchanged. */
export const stem = (word: string): string => (/^[a-z]+$/u.test(word) ? stemmer(word) : word);

/** A word or a name: letters, their marks, and digits, joined by single dots, hyphens or underscores. */
const written = /[\p{L}\p{M}\p{N}_]+(?:[.'’-][\p{L}\p{M}\p{N}_]+)*/gu;
/** Invisible, and allowed inside a word. */
const invisible = /[\u{AD}\u{200B}\u{2060}\u{FEFF}]/gu;
/** Runs of scripts without spaces between words, and of Korean, whose words end in particles. */
const unspaced =
  /(\p{Script=Han}+|\p{Script=Hiragana}+|[\p{Script=Katakana}ー]+|\p{Script=Hangul}+|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]+)/u;
const partBreak = /[._'’-]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Longer runs are data, not words. */
const maxTermChars = 64;

/** Further words of a question add no meaning, and each costs time. */
const maxQueryTerms = 40;

export interface SearchWords {
  /**
   * The search terms of a text, in order: words by their stems; a name like `setErrorHandler`, `os.path.join` or
   * `keep-alive` both whole and by its parts, so that every spelling finds it; Chinese, Japanese, Korean,
   * Thai and their like by each two characters.
   */
  readonly searchTerms: (text: string) => readonly string[];
  /** The distinct search terms of a query, without grammar words if it has others. */
  readonly queryTerms: (query: string) => readonly string[];
}

/** These stemmers read words with their accents. */
const stemmers: Readonly<Record<LanguageCode, (lower: string) => string>> = {
  deu: german,
  fra: french,
  ita: italian,
  nld: dutch,
  por: portuguese,
  spa: spanish,
};

/** The term functions of a language. English stems are the default, because they leave other alphabets unchanged. */
export const searchWordsOf = (language: LanguageCode): SearchWords =>
  language in stemmers ? wordsWith(stemmers[language]) : englishWords;

function wordsWith(stemmed?: (lower: string) => string): SearchWords {
  // A corpus has few different words, so their stems are cached.
  const stemOf = remembering(50_000, (lower) =>
    stemmed ? withoutMarks(stemmed(lower)) : stem(withoutMarks(lower)),
  );
  const termsOf = (word: string): readonly string[] => {
    if (unspaced.test(word))
      return wordsWithin(word).flatMap(([part, isPair]) => (isPair ? [part] : termsOf(part)));
    if (word.length > maxTermChars * 4) return [];
    const parts = word.split(partBreak).filter((part) => part !== '');
    const stems = parts
      .filter((part) => part.length <= maxTermChars)
      .map((part) => stemOf(part.toLowerCase()));
    if (parts.length < 2 || word.length > maxTermChars) return stems;
    return [stemOf(parts.join('').toLowerCase()), ...stems];
  };
  const searchTerms = (text: string) =>
    (text.normalize('NFKC').replaceAll(invisible, '').match(written) ?? []).flatMap(termsOf);
  const grammarTerms: ReadonlySet<string> = new Set([...grammarWords].flatMap(searchTerms));
  return {
    searchTerms,
    queryTerms(query) {
      const terms = [...new Set(searchTerms(query))];
      const telling = terms.filter((term) => !grammarTerms.has(term) && !isGrammar(term));
      return (telling.length > 0 ? telling : terms).slice(0, maxQueryTerms);
    },
  };
}

/** Grammar and the ways to ask, in Chinese, Japanese and Korean: what stands before and behind it are words of their own. */
const asking =
  /怎么办|怎么样|怎么|怎样|怎麼|如何|为什么|為什麼|什么|什麼|请问|請問|是否|哪里|哪個|哪个|哪些|能不能|能否|可以|应该|應該|吗|嗎|呢|的|어떻게|무엇|인가요|하나요|되나요|습니까|입니까|나요|하면/u;

/**
 * What is written without spaces, as pairs of characters, so that a word is found wherever it stands; what is written with
 * them stays as it is.
 */
export const wordsWithin = (written: string): readonly (readonly [word: string, isPair: boolean])[] =>
  written.split(unspaced).flatMap((run, at): (readonly [string, boolean])[] => {
    if (at % 2 === 0) return run === '' ? [] : [[run, false]];
    return run.split(asking).flatMap((part) => {
      const characters = Array.from(graphemes.segment(part), ({ segment }) => segment);
      const pairs = characters.slice(1).map((next, before) => `${characters[before]}${next}`);
      return (pairs.length === 0 ? characters : pairs).map((pair): readonly [string, boolean] => [
        pair,
        true,
      ]);
    });
  });

/** What Japanese writes in Hiragana alone is nearly always grammar. */
export const isGrammar = (term: string): boolean => /^\p{Script=Hiragana}+$/u.test(term);

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const withoutMarks = (word: string): string => word.normalize('NFKD').replaceAll(/\p{M}/gu, '');

export const englishWords = wordsWith();
export const { searchTerms, queryTerms } = englishWords;
