import { languageName, type LanguageCode } from '../../domain/language/language-codes.ts';
import { decide } from './decide.ts';
import type { RunContext } from './run-context.ts';

/** A translation that is this many times as long says something else. */
const longest = 4;

/** One call for a translation; null when the text is in that language already, or the model could not, or only repeats it. */
export async function askTranslation(
  run: RunContext,
  {
    text,
    into,
    conversation,
  }: { readonly text: string; readonly into: LanguageCode; readonly conversation: string },
): Promise<{ readonly language: string; readonly translation: string | null }> {
  const { language, translation } = await decide(run, {
    decision: 'LLMTranslationResult',
    task: `${run.settings.prompts.translation}\nThe target language is ${languageName(into)} (${into}).`,
    sections: [
      { name: 'conversation', id: null, text: conversation },
      { name: 'passage', id: null, text },
    ],
  });
  const given = translation?.trim() ?? '';
  const isOne = given !== '' && given !== text.trim() && given.length <= text.length * longest + 200;
  return { language, translation: isOne ? given : null };
}
