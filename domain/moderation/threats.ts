import { blankOut, codeAndLinks, findAll, type Rule } from './find-all.ts';
import type { Detector } from './moderation-types.ts';

/** Threats in English and French. Support channels kill processes and burn images, so only people count as targets. */
const person =
  "(?:you(?!\\p{L}|r\\s{1,4}(?:server|process|app|bot|machine|container|job|pod|session|build))|u|him|her|everyone|everybody|someone|somebody|people|y['’]all|your\\s{1,4}(?:family|kids|children|wife|husband|mother|parents|whole\\s{1,4}team))";
/** To shoot somebody a message means to write to them. */
const shoot = `shoot(?!\\s{1,4}${person}\\s{1,4}(?:an?|the|another|some|my|over)(?!\\p{L}))`;
const harm = `(?:kill|murder|${shoot}|stab|strangle|beat\\s{1,4}up|hurt|rape|behead)`;

const rules: readonly Rule[] = [
  {
    rule: 'against_a_person',
    pattern: new RegExp(
      `(?<!\\p{L})(?:i|we)(?:['’]?ll|\\s{1,4}will|['’]?m\\s{1,4}(?:going\\s{1,4}to|gonna)|\\s{1,4}am\\s{1,4}going\\s{1,4}to|['’]re\\s{1,4}going\\s{1,4}to|\\s{1,4}(?:want|swear\\s{1,4}i\\s{1,4}will)(?:\\s{1,4}to)?)\\s{1,4}(?:find\\s{1,4}you\\s{1,4}and\\s{1,4})?${harm}\\s{1,4}${person}(?!\\p{L})`,
      'giu',
    ),
  },
  {
    rule: 'wish_of_death',
    pattern:
      /(?<!\p{L})(?:kill\s{1,4}yourself|kys|(?:go|please)\s{1,4}die|you\s{1,4}(?:should|deserve\s{1,4}to)\s{1,4}die|you\s{1,4}(?:are|['’]?re)\s{1,4}(?:a\s{1,4})?dead(?:\s{1,4}man)?(?=\s*[.!]|\s*$))(?!\p{L})/gimu,
  },
  {
    rule: 'against_a_person',
    pattern:
      /(?<!\p{L})(?:je\s{1,4}vais|on\s{1,4}va|j['’]irai)\s{1,4}(?:te|vous|t['’]|le\s{1,4}faire|tous\s{1,4}vous)\s{0,4}(?:tuer|buter|crever|égorger|frapper|tabasser|défoncer|violer|planter\s{1,4}un\s{1,4}couteau)(?!\p{L})/giu,
  },
  {
    rule: 'wish_of_death',
    pattern:
      /(?<!\p{L})(?:va\s{1,4}(?:te\s{1,4}(?:tuer|pendre|suicider)|crever|mourir)|suicide-toi|tue-toi|tu\s{1,4}mérites\s{1,4}de\s{1,4}mourir)(?!\p{L})/giu,
  },
];

export const findThreats: Detector = (text) => findAll('threat', rules, blankOut(text, codeAndLinks));
