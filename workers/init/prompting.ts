import { confirm, input, password } from '@inquirer/prompts';
import { UsageError } from '../cli/exit.ts';

interface Question {
  readonly message: string;
  /** The option that gives the answer. */
  readonly flag?: string;
  /** The answer from an option or the environment, which replaces the question. */
  readonly given?: string | undefined;
  readonly fallback?: string;
  /** What is wrong with an answer, or null. */
  readonly check?: (answer: string) => Promise<string | null> | string | null;
}

export type Prompting = ReturnType<typeof createPrompting>;

/**
 * Asks a person at a terminal until an answer passes its check or, with `asks: false`, uses the given answers and the fallbacks. Throws a
 * `UsageError` for one of those that does not pass.
 */
export const createPrompting = (asks: boolean) => ({
  text: async ({ message, flag, given, fallback = '', check = () => null }: Question): Promise<string> => {
    if (asks && given === undefined) {
      const validate = async (answer: string) => (await check(answer.trim())) ?? true;
      return (await input({ message, default: fallback, validate })).trim();
    }
    const answer = given ?? fallback;
    const wrong = await check(answer);
    if (wrong !== null) throw new UsageError(flag === undefined ? wrong : `${flag}: ${wrong}`);
    return answer;
  },
  /** Null for an empty answer. */
  secret: async ({
    message,
    given,
    check = () => null,
  }: Omit<Question, 'fallback' | 'flag'>): Promise<string | null> => {
    const wrong = given ? await check(given) : null;
    if (wrong !== null) throw new UsageError(wrong);
    if (given || !asks) return given || null;
    const validate = async (answer: string) =>
      (answer.trim() === '' ? null : await check(answer.trim())) ?? true;
    return (await password({ message, mask: true, validate })).trim() || null;
  },
  yes: async (message: string): Promise<boolean> => asks && confirm({ message, default: false }),
});
