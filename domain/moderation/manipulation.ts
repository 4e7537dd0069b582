import { findAll, type Rule } from './find-all.ts';
import type { Detector } from './moderation-types.ts';

/**
 * Attempts to give a model other instructions, in English and French. The rules are no protection by themselves (models
 * treat members' words as data, see `prompt-sections.ts`); they show an operator that somebody tries.
 */
/** People who ask how to override a prompt are building something of their own. */
const unlessAsked = String.raw`(?<!\bhow\s(?:to|(?:do|can|could|should|would)\s(?:i|we|you|one))\s)`;

const english: readonly Rule[] = [
  {
    rule: 'ignore_instructions',
    pattern: new RegExp(
      String.raw`${unlessAsked}\b(?:ignore|disregard|forget|override|bypass)\s{1,4}(?:(?:all|any|the|your|of|my|these|those|everything)\s{1,4}){0,3}(?:(?:previous|prior|above|earlier|preceding|foregoing|former|initial|original|system)\s{1,4}){1,2}(?:instructions?|prompts?|rules?|directions?|directives?|guidelines?|orders?|context)\b`,
      'giu',
    ),
  },
  {
    rule: 'ignore_instructions',
    pattern:
      /\b(?:ignore|disregard|forget)\s{1,4}(?:all\s{1,4}(?:of\s{1,4})?)?your\s{1,4}(?:instructions?|prompts?|rules?|guidelines?|training|programming)\b/giu,
  },
  {
    rule: 'reveal_prompt',
    pattern:
      /\b(?:reveal|show|print|repeat|output|display|leak|dump|tell\s{1,4}me|give\s{1,4}me|what(?:\s{1,4}is|\s{1,4}are|['’]s))\s{1,4}(?:me\s{1,4}|us\s{1,4})?your\s{1,4}(?:(?:full|entire|exact|own|system|hidden|initial|original|secret|internal)\s{1,4}){1,3}(?:prompts?|instructions?|messages?|rules?|directives?)\b/giu,
  },
  {
    rule: 'new_role',
    pattern:
      /\b(?:you\s{1,4}are\s{1,4}now|from\s{1,4}now\s{1,4}on,?\s{1,4}you\s{1,4}are|act\s{1,4}as|pretend\s{1,4}(?:to\s{1,4}be|you\s{1,4}are|that\s{1,4}you\s{1,4}are))\s{1,4}(?:an?\s{1,4})?(?:DAN|jailbroken|unrestricted|unfiltered|uncensored|evil|rogue|amoral|in\s{1,4}developer\s{1,4}mode)\b/giu,
  },
  {
    rule: 'jailbreak',
    pattern:
      /\b(?:do\s{1,4}anything\s{1,4}now|developer\s{1,4}mode\s{1,4}(?:enabled|on|activated)|jailbreak\s{1,4}mode)\b/giu,
  },
  {
    rule: 'drop_limits',
    pattern:
      /\b(?:bypass|disable|turn\s{1,4}off|remove|override|drop)\s{1,4}(?:all\s{1,4})?your\s{1,4}(?:\p{L}{1,20}\s{1,4}){0,2}(?:safety|filters?|guidelines|restrictions|safeguards|guardrails|limitations|censorship)\b/giu,
  },
];

const french: readonly Rule[] = [
  {
    rule: 'ignore_instructions',
    pattern:
      /(?<!\p{L})(?:ignore[sz]?|oublie[sz]?|négligez?|contourne[sz]?)\s{1,4}(?:(?:toutes?|tous|les|tes|vos|ces|mes)\s{1,4}){0,3}(?:instructions?|consignes?|règles?|directives?|ordres?)(?:\s{1,4}(?:précédentes?|précédents?|antérieures?|ci-dessus|initiales?|du\s{1,4}système))(?!\p{L})/giu,
  },
  {
    rule: 'ignore_instructions',
    pattern:
      /(?<!\p{L})(?:ignore[sz]?|oublie[sz]?)\s{1,4}(?:toutes?\s{1,4})?(?:tes|vos)\s{1,4}(?:instructions?|consignes?|règles?|directives?)(?!\p{L})/giu,
  },
  {
    rule: 'reveal_prompt',
    pattern:
      /(?<!\p{L})(?:révèle[sz]?|montre[sz]?|affiche[sz]?|répète[sz]?|donne[sz]?|quel(?:le)?s?\s{1,4}(?:est|sont))(?:-(?:moi|nous))?\s{1,4}(?:ton|tes|votre|vos)\s{1,4}(?:(?:prompt|message|instructions?|consignes?|règles?)\s{1,4}(?:système|initiale?s?|cachée?s?|secrète?s?|d['’]origine|internes?)|prompt(?!\p{L}))/giu,
  },
  {
    rule: 'new_role',
    pattern:
      /(?<!\p{L})(?:tu\s{1,4}es|vous\s{1,4}êtes)\s{1,4}(?:maintenant|désormais)\s{1,4}(?:une?\s{1,4})?(?:\p{L}{1,20}\s{1,4}){0,2}(?:DAN|sans\s{1,4}(?:restrictions?|limites?|filtres?|censure)|débridée?|non\s{1,4}censurée?)(?!\p{L})/giu,
  },
  {
    rule: 'drop_limits',
    pattern:
      /(?<!\p{L})(?:désactive[sz]?|contourne[sz]?|supprime[sz]?)\s{1,4}(?:tous\s{1,4})?(?:tes|vos)\s{1,4}(?:filtres?|restrictions?|garde-fous|limitations?|protections?)(?!\p{L})/giu,
  },
];

/** Checks both languages in every text, because an attacker chooses the one that the model reads. */
export const findManipulation: Detector = (text) => findAll('manipulation', [...english, ...french], text);

/** Marks that steer a model: Steward's own and those of common chat templates. */
const rules: readonly Rule[] = [
  { rule: 'steward_section', pattern: /<\/?steward:[^>\n]{0,200}>?/giu },
  { rule: 'chat_template', pattern: /<\|[a-z_]{1,40}\|>|<<\/?SYS>>|\[\/?INST\]/giu },
  {
    rule: 'role_header',
    // A line such as "System: Windows 11" is normal in a support channel.
    pattern:
      /^ {0,8}(?:#{1,6} ?(?:system|assistant|developer)|(?:system|developer) (?:prompt|message|instructions?)) ?:/gimu,
  },
];

export const findControlTags: Detector = (text) => findAll('control_tag', rules, text);
