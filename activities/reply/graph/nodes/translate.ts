import { wordCount } from '../../../../domain/intake/question-gate.ts';
import { detectLanguage, looksEncoded } from '../../../../domain/language/detect-language.ts';
import { noLanguage, toLanguageCode, undetermined } from '../../../../domain/language/language-codes.ts';
import { moderate } from '../../../../domain/moderation/moderate.ts';
import { blockedReason, moderationActions } from '../../../../domain/moderation/moderation-types.ts';
import { askTranslation } from '../decide.ts';
import type { RunContext } from '../run-context.ts';
import type { ReplyStateValue, ReplyUpdate } from '../state.ts';

/** Fewer words of a language that cannot be told are taken for the working language: names of things, mostly. */
const fewestWords = 4;

/**
 * The question in the working language. A model is asked when the question is surely in another, or when enough words
 * are there and none can be told. What is encoded, enciphered or in no language is refused. What was translated is
 * moderated again, since the rules read the working language best. A model that cannot translate says so with an empty
 * result, and the question goes on as it was written.
 */
export async function translateNode(state: ReplyStateValue, run: RunContext): Promise<ReplyUpdate> {
  const { working_language: workingLanguage } = run.config.ai_response;
  if (looksEncoded(state.question)) return { language: noLanguage, ended: 'unsupported_language' };
  const detected = detectLanguage(state.question);
  if (detected === workingLanguage) return { language: detected };
  if (detected === undetermined && wordCount(state.question) < fewestWords)
    return { language: workingLanguage };
  const { language: named, translation } = await askTranslation(run, {
    text: state.question,
    into: workingLanguage,
    conversation: state.conversation,
  });
  const language = toLanguageCode(named);
  if (language === noLanguage || (language === undetermined && detected === undetermined)) {
    return { language, ended: 'unsupported_language' };
  }
  const asked = language === undetermined ? detected : language;
  if (asked === workingLanguage || translation === null) return { language: asked };
  const actions = moderationActions(run.config.moderation, run.graph);
  const again = moderate({ text: translation, language: workingLanguage, actions });
  return {
    language: asked,
    question: again.text,
    translatedQuestion: again.blockedBy ? null : again.text,
    moderation: [...state.moderation, ...again.findings],
    ...(again.blockedBy && { ended: blockedReason(again.blockedBy) }),
  };
}
