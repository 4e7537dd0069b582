import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The lines of a file of this folder, without comments. */
export const linesOf = (name: 'secret-forms.txt' | 'harmless-lines.txt'): readonly string[] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '));

const alphabets = {
  '': 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  h: '0123456789abcdef',
  u: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
} as const;

/** A form with its random parts filled in, and these parts. The same for the same number. */
export function filledForm(
  form: string,
  seed: number,
): { readonly text: string; readonly secrets: readonly string[] } {
  const secrets: string[] = [];
  const random = (alphabet: string, length: number): string => {
    let made = '';
    for (let at = 0; made.length < length; at += 1)
      for (const byte of createHash('sha256').update(`${form} ${seed} ${secrets.length} ${at}`).digest())
        made += alphabet[byte % alphabet.length];
    return made.slice(0, length);
  };
  const text = form.replaceAll(
    /\{(?:(U)|([hu]?)(\d+))\}/gu,
    (_, uuid: string | undefined, kind: keyof typeof alphabets, length: string) => {
      const part =
        uuid === undefined
          ? random(alphabets[kind], Number(length))
          : random(alphabets.h, 32).replace(/(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
      secrets.push(part);
      return part;
    },
  );
  return { text, secrets };
}
