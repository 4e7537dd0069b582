import { findAll, type Rule } from './find-all.ts';
import type { Detector, ModerationType } from './moderation-types.ts';

/** What seed 003 stops and a support channel is full of. By default only the `strict` profile acts on these rules. */
const rules: Readonly<Partial<Record<ModerationType, readonly Rule[]>>> = {
  link: [{ rule: 'url', pattern: /\b(?:https?:\/\/|www\.)[^\s<>]{1,2000}/giu }],
  emoji: [
    {
      rule: 'pictograph',
      pattern:
        /\p{Extended_Pictographic}(?:\u{FE0F}|\u{200D}\p{Extended_Pictographic}|\p{Emoji_Modifier}){0,10}/gu,
    },
    { rule: 'custom', pattern: /<a?:\w{2,32}:\d{15,20}>/gu },
  ],
  markup: [{ rule: 'tag', pattern: /<\/?[a-z][a-z0-9]{0,20}(?:\s[^<>]{0,200})?\/?>/giu }],
  probe_path: [
    { rule: 'up_the_tree', pattern: /(?:\.\.[\\/]){1,20}/gu },
    {
      rule: 'well_known',
      pattern:
        /(?<![\w.])\/(?:etc|proc|admin|api|wp-admin|wp-login|phpmyadmin|cgi-bin|\.env|\.git)(?![\w-])[^\s<>]{0,200}/giu,
    },
  ],
  street_address: [
    {
      rule: 'english',
      pattern:
        /(?<![\w.#])\d{1,5}[a-z]?\s{1,3}(?:\p{L}[\p{L}'’.-]{0,20}\s{1,3}){0,3}(?:street|st|avenue|ave|road|rd|boulevard|blvd|lane|drive|court|crescent|way|square|place)(?!\p{L})/giu,
    },
    {
      rule: 'french',
      pattern:
        /(?<![\w.#])\d{1,5}(?:\s{0,2}(?:bis|ter))?,?\s{1,3}(?:rue|avenue|boulevard|chemin|place|allée|impasse|quai|route)\s{1,3}\p{L}[\p{L}'’ -]{0,40}/giu,
    },
    { rule: 'postal_code', pattern: /(?<![\w-])[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d(?![\w-])/gu },
  ],
  long_number: [{ rule: 'nine_digits', pattern: /(?<![\w.])\d{9,20}(?![\w.])/gu }],
};

const byType = Object.entries(rules) as unknown as readonly (readonly [ModerationType, readonly Rule[]])[];

export const findStrictOnly: Detector = (text) => byType.flatMap(([type, own]) => findAll(type, own, text));
