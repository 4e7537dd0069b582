import { findAll, type Rule } from './find-all.ts';
import type { Detector, ModerationType } from './moderation-types.ts';

/** Content that a public service stops but that support channels are full of. By default only `strict` acts on these rules. */
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
  markup: [
    // `<name>` alone is a common way to write a placeholder.
    {
      rule: 'tag',
      pattern: /<(?:\/[a-z][a-z0-9]{0,20}\s{0,4}|[a-z][a-z0-9]{0,20}(?:\s[^<>]{1,200}|\s?\/))>/giu,
    },
    {
      rule: 'html',
      pattern:
        /<(?:a|abbr|audio|b|base|blockquote|body|br|button|canvas|center|code|details|div|dl|embed|em|font|footer|form|frame|h[1-6]|head|header|hr|html|i|iframe|img|input|li|link|main|marquee|meta|nav|object|ol|p|pre|s|script|section|select|small|span|strong|style|sub|sup|svg|table|tbody|td|template|textarea|th|thead|tr|u|ul|video)>/giu,
    },
  ],
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
    {
      rule: 'post_box',
      pattern:
        /(?<!\p{L})(?:P\.? ?O\.? ?Box|[Pp]ost [Oo]ffice [Bb]ox|[Cc]ase [Pp]ostale|[Bb]oîte [Pp]ostale|C\.?P\.?|B\.?P\.?)\s{1,3}\d{1,6}(?!\d)/gu,
    },
    { rule: 'postal_code', pattern: /(?<![\w-])[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d(?![\w-])/gu },
  ],
  long_number: [
    // The lengths of personal ids and phone numbers; serial numbers are longer.
    { rule: 'nine_digits', pattern: /(?<![\w.])\d{9,11}(?![\w.])/gu },
    { rule: 'groups_of_three', pattern: /(?<![\w.-])\d{3}([ -])\d{3}\1\d{3}(?![\w-]|\.\d)/gu },
    {
      rule: 'phone_form',
      pattern: /(?<![\w.+=/-])(?:(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}|555)[ .-]\d{4}(?![\w-]|\.\d)/gu,
    },
  ],
};

const byType = Object.entries(rules) as unknown as readonly (readonly [ModerationType, readonly Rule[]])[];

export const findStrictOnly: Detector = (text) => byType.flatMap(([type, own]) => findAll(type, own, text));
