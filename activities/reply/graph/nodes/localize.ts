import { detectLanguage } from '../../../../domain/language/detect-language.ts';
import { undetermined } from '../../../../domain/language/language-codes.ts';
import { askTranslation } from '../decide.ts';
import type { RunContext } from '../run-context.ts';
import type { ReplyStateValue, ReplyUpdate } from '../state.ts';

/**
 * Puts the answer into the asker's language. It was written and verified in the sources' language, and is translated
 * once if that differs. Without a translation it stays as it is: an answer in the wrong language is better than none.
 */
export async function localizeNode(
  { draft, language, translatedQuestion }: ReplyStateValue,
  run: RunContext,
): Promise<ReplyUpdate> {
  if (draft === null || language === null || language === undetermined) return {};
  const written = detectLanguage(draft.text);
  // A short answer does not show its language. It has that of the question, which the model saw in the working language.
  const isOther = written === undetermined ? translatedQuestion !== null : written !== language;
  if (!isOther) return {};
  const { translation } = await askTranslation(run, { text: draft.text, into: language, conversation: '' });
  if (translation === null) return {};
  return { draft: { ...draft, text: translation }, untranslatedAnswer: draft.text };
}
