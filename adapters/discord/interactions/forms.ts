import { ComponentType, TextInputStyle, type APIModalInteractionResponseCallbackData } from 'discord.js';
import type { Texts } from '../../../config/schema/texts.ts';
import { customId } from '../posting/components.ts';

/** The button action that opens the form. Its submission carries the same action. */
export type FormKind = 'not_helpful' | 'correct' | 'edit' | 'rewrite_pair';

export const fieldId = 'text';

/** Discord's limit for one field. */
const maxFieldChars = 4_000;
const maxReasonChars = 500;

const texts: Readonly<Record<FormKind, readonly [title: keyof Texts['desk'], label: keyof Texts['desk']]>> = {
  not_helpful: ['reason_title', 'reason_label'],
  correct: ['correction_title', 'correction_label'],
  edit: ['draft_title', 'draft_label'],
  rewrite_pair: ['correction_title', 'correction_label'],
};

export function formOf({
  kind,
  target,
  words,
  value,
}: {
  readonly kind: FormKind;
  readonly target: string;
  readonly words: Texts['desk'];
  /** The initial text of the field. */
  readonly value: string;
}): APIModalInteractionResponseCallbackData {
  const [title, label] = texts[kind];
  return {
    custom_id: customId({ action: kind, target }),
    title: words[title],
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.TextInput,
            style: TextInputStyle.Paragraph,
            custom_id: fieldId,
            label: words[label],
            max_length: kind === 'not_helpful' ? maxReasonChars : maxFieldChars,
            required: kind !== 'not_helpful',
            ...(value !== '' && { value: value.slice(0, maxFieldChars).toWellFormed() }),
          },
        ],
      },
    ],
  };
}
