import { findAll, type Rule } from './find-all.ts';
import type { Detector } from './moderation-types.ts';

/** Marks that steer a model, Steward's own and those of common chat templates. */
const rules: readonly Rule[] = [
  { rule: 'steward_section', pattern: /<\/?steward:[^>\n]{0,200}>?/giu },
  { rule: 'chat_template', pattern: /<\|[a-z_]{1,40}\|>|<<\/?SYS>>|\[\/?INST\]/giu },
  {
    rule: 'role_header',
    // "System: Windows 11" is what people write in a support channel.
    pattern:
      /^ {0,8}(?:#{1,6} ?(?:system|assistant|developer)|(?:system|developer) (?:prompt|message|instructions?)) ?:/gimu,
  },
];

export const findControlTags: Detector = (text) => findAll('control_tag', rules, text);
