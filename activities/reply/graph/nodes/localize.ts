import { detectLanguage } from '../../../../domain/language/detect-language.ts';
import { undetermined } from '../../../../domain/language/language-codes.ts';
import { wordCount } from '../../../../domain/values/text.ts';
import { askTranslation } from '../ask-model.ts';
import type { RunContext } from '../run-context.ts';
import type { ReplyStateValue, ReplyUpdate } from '../state.ts';
import { fewestWords } from './translate.ts';

/**
 * Puts the answer into the asker's language, if it is in another one. Without a translation it stays as it is: an answer in the wrong
 * language is better than none.
 */
export async function localizeNode(
  { draft, language, translatedQuestion, ownQuestion, isRecalled }: ReplyStateValue,
  run: RunContext,
): Promise<ReplyUpdate> {
  if (draft === null || language === null || language === undetermined) return {};
  const isShort = wordCount(draft.text) < fewestWords;
  const written = isShort ? undetermined : detectLanguage(draft.text);
  // A short answer does not show its language. It has that in which the model saw the question, or was told to answer.
  const isForeign = translatedQuestion !== null && (isRecalled || ownQuestion === null);
  const isOther = written === undetermined ? isForeign : written !== language;
  if (!isOther) return {};
  const { translation } = await askTranslation(run, draft.text, language, '');
  if (translation === null) return {};
  return { draft: { ...draft, text: translation }, untranslatedAnswer: draft.text };
}
