import { smallWordScores } from './small-words.ts';

/** Phrases that begin a correction, by language. They mean nothing to a reader who never saw the error. */
const openings: readonly string[] = [
  // English
  String.raw`(?:that|this|it|the (?:bot|answer|reply|above)|what (?:i|we|you|it|the bot|steward) (?:just )?(?:says?|said|wrote))(?:['’]?s| is| was| has been)? (?:(?:just|completely|quite|sadly|unfortunately|already|partly|all) )*(?:wrong|incorrect|outdated|out of date|(?:no longer|not) (?:quite |entirely |fully |really )?(?:right|correct|true|accurate|so)(?: any ?more)?|(?:a |an )?(?:mistake|error))`,
  String.raw`(?:that|this|it)(?:['’]s| has)? (?:recently |since |meanwhile |just )?changed(?: since| meanwhile| recently| by now)?`,
  String.raw`(?:i|we) (?:was|were) (?:wrong|mistaken)(?: (?:there|here|about (?:that|this)))?`,
  String.raw`(?:not quite|not exactly)(?: (?:right|correct|true))?`,
  String.raw`not (?:right|correct|true)(?: any ?more)?`,
  'wrong|incorrect|outdated|correction|small correction|my mistake|my bad|actually',
  // French, German, Spanish, Portuguese, Italian, Dutch
  String.raw`(?:c['’]est|c['’]était) (?:faux|inexact|une erreur)|ce n['’]est (?:pas|plus) (?:vrai|exact|correct)|[cç]a a changé|cela a changé|faux|correction`,
  String.raw`das (?:ist|war) (?:falsch|nicht (?:richtig|korrekt)|ein fehler)|das stimmt (?:so )?nicht(?: mehr)?|das hat sich geändert|falsch|korrektur`,
  String.raw`eso (?:es|era) (?:incorrecto|falso|un error)|eso no es (?:correcto|cierto)|eso ha cambiado|incorrecto|falso|corrección`,
  String.raw`isso (?:é|está|estava) (?:errado|incorreto)|isso mudou|errado|incorreto|correção`,
  String.raw`è (?:sbagliato|errato)|non è (?:corretto|vero)|è cambiato|sbagliato|errato|correzione`,
  String.raw`dat (?:klopt niet(?: meer)?|is (?:fout|onjuist)|is veranderd)|onjuist|correctie`,
];

/** Words that may precede it: a greeting, a "no", an apology. */
const before = String.raw`(?:(?:hi|hey|hello)(?: [\p{L}\p{M}]+)?|no|nope|nah|non|nein|nee|não|sorry|oops|oh|ah|well|hm+|désolé|entschuldigung|perdón)`;
const mark = String.raw`[\s,.:;!…–—-]`;
const opening = new RegExp(
  String.raw`^\s*(?:<@!?\d+>${mark}*)?(?:${before}${mark}+)*(?:${openings.join('|')})(?:\s*[,.:;!…–—-]+\s*|\s*$)(?:(?:and|but|sorry)\b[\s,]*)?`,
  'iu',
);
/** "Actually" often has no comma. */
const actually = /^\s*actually\s+/iu;

/** Removes the opening of a correction: "Wrong, it moved to Monday" becomes "It moved to Monday". May return an empty text. */
export function withoutCorrectionOpening(text: string): string {
  const rest = text.replace(opening, '').replace(actually, '');
  if (rest === text) return text;
  // Names and commands keep their case.
  const [word = ''] = /^[\p{L}'’]+/u.exec(rest) ?? [];
  const isPlain = smallWordScores(word).size > 0;
  const again = withoutCorrectionOpening(rest);
  return again === rest && isPlain ? rest.charAt(0).toUpperCase() + rest.slice(1) : again;
}
