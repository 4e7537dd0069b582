import { agreeable } from '../../test/support/provider/agreeable.ts';
import { filledForm, linesOf } from '../../test/support/values/secret-forms.ts';
import { askEach } from './ask-each.ts';
import type { FaultResult } from './provider-cases.ts';

interface WordsCase {
  readonly name: string;
  readonly text: string;
  readonly secrets: readonly string[];
}

const cases: readonly WordsCase[] = [
  ...linesOf('secret-forms.txt').map((form) => ({ name: `a member says ${form}`, ...filledForm(form, 1) })),
  // Every fourth of the lines that only look like secrets.
  ...linesOf('harmless-lines.txt').flatMap((text, at) =>
    at % 4 === 0 ? [{ name: `a member says ${text}`, text, secrets: [] }] : [],
  ),
];

const isLong = (secret: string): boolean => secret.length > 8;

/** Says each form of a secret beside a question: neither the row nor a model has it. What is none stays as it is. */
export async function secretFaults(): Promise<readonly FaultResult[]> {
  const prompts: string[] = [];
  return askEach(cases, {
    words: ({ text }) => text,
    script: (call) => {
      prompts.push(call.user);
      return agreeable(call);
    },
    holds: ({ text, secrets }, { record }) => ({
      row: record?.reason === 'answered',
      'what is stored': !secrets.some((secret) => isLong(secret) && record?.question.includes(secret)),
      'what a model reads': !secrets.some(
        (secret) => isLong(secret) && prompts.some((prompt) => prompt.includes(secret)),
      ),
      'what is none': secrets.length > 0 || (record?.question.includes(text.trim()) ?? false),
    }),
  });
}
