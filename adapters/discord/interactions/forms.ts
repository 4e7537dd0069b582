import {
  ComponentType,
  TextInputStyle,
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
} from 'discord.js';
import type { Texts } from '../../../config/schema/texts.ts';
import { customId } from '../posting/components.ts';

/** The button action that opens the form. Its submission carries the same action. */
export type FormKind = 'not_helpful' | 'correct' | 'edit' | 'rewrite_pair';

export const fieldId = 'text';
export const choiceId = 'choice';

/** Why an answer was not helpful. */
const choices = ['reason_wrong', 'reason_outdated', 'reason_missing', 'reason_beside'] as const;

/** Discord's limit for one field. */
const maxFieldChars = 4_000;
const maxReasonChars = 500;

const texts: Readonly<Record<FormKind, readonly [title: keyof Texts['desk'], label: keyof Texts['desk']]>> = {
  not_helpful: ['reason_title', 'reason_label'],
  correct: ['correction_title', 'correction_label'],
  edit: ['draft_title', 'draft_label'],
  rewrite_pair: ['correction_title', 'correction_label'],
};

export function formOf(
  kind: FormKind,
  target: string,
  words: Texts['desk'],
  /** The initial text of the field. */
  value: string,
): APIModalInteractionResponseCallbackData {
  const [title, label] = texts[kind];
  const isVote = kind === 'not_helpful';
  return {
    custom_id: customId({ action: kind, target }),
    title: words[title],
    components: [
      ...(isVote ? [choiceOf(words)] : []),
      {
        type: ComponentType.Label,
        label: words[isVote ? 'reason_words' : label],
        component: {
          type: ComponentType.TextInput,
          style: TextInputStyle.Paragraph,
          custom_id: fieldId,
          max_length: isVote ? maxReasonChars : maxFieldChars,
          required: !isVote,
          ...(value !== '' && { value: value.slice(0, maxFieldChars).toWellFormed() }),
        },
      },
    ],
  };
}

/** A list of reasons, each of which is recorded in the words that the member has read. */
const choiceOf = (words: Texts['desk']): APILabelComponent => ({
  type: ComponentType.Label,
  label: words.reason_label,
  component: {
    type: ComponentType.RadioGroup,
    custom_id: choiceId,
    required: false,
    options: choices.map((choice) => ({ value: words[choice], label: words[choice] })),
  },
});
