import { wordCount } from '../../../../domain/values/text.ts';
import { detectLanguage } from '../../../../domain/language/detect-language.ts';
import { noLanguage, toLanguageCode, undetermined } from '../../../../domain/language/language-codes.ts';
import { moderate } from '../../../../domain/moderation/moderate.ts';
import { blockedReason, moderationRules } from '../../../../domain/moderation/moderation-types.ts';
import { askTranslation } from '../ask-model.ts';
import type { RunContext } from '../run-context.ts';
import type { ReplyStateValue, ReplyUpdate } from '../state.ts';

/** Fewer words in no clear language are mostly names of things and need no translation. */
export const fewestWords = 4;

/**
 * Puts the question into the working language. The model is asked if the question is in another language, or in an
 * unknown one; a few words in an unknown language count as the likeliest one. Text in no language is refused. A translation is
 * moderated again, because the rules read the working language best. If the model cannot translate, the question stays as it was
 * written.
 */
export async function translateNode(state: ReplyStateValue, run: RunContext): Promise<ReplyUpdate> {
  const { working_language: workingLanguage } = run.config.ai_response;
  const detected = detectLanguage(state.question);
  if (detected === workingLanguage) return { language: detected };
  const isShort = wordCount(state.question) < fewestWords;
  if (detected === undetermined && isShort) return { language: run.likelyLanguages[0] ?? workingLanguage };
  const { question, conversation } = state;
  const { language: named, translation } = await askTranslation(run, question, workingLanguage, conversation);
  const language = toLanguageCode(named);
  if (language === noLanguage || (language === undetermined && detected === undetermined)) {
    return { language, ended: 'unsupported_language' };
  }
  const sourceLanguage = language === undetermined ? detected : language;
  if (sourceLanguage === workingLanguage || translation === null) return { language: sourceLanguage };
  const rules = moderationRules(run.config.moderation, run.graph);
  const again = moderate({ text: translation, language: workingLanguage, ...rules });
  return {
    language: sourceLanguage,
    question: again.text,
    translatedQuestion: again.blockedBy ? null : again.text,
    // A strict graph verifies and moderates in the working language alone.
    ownQuestion: run.graph === 'strict' ? null : state.question,
    moderation: [...state.moderation, ...again.findings],
    ...(again.blockedBy && { ended: blockedReason(again.blockedBy) }),
  };
}
