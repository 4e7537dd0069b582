import { confirm, input, password } from '@inquirer/prompts';
import { UsageError } from '../cli/exit.ts';

/** Throws an error that says what is wrong with an answer, or returns what was found, for a person to read. */
type Check = (answer: string) => Promise<string> | string;

export interface Prompting {
  readonly say: (line: string) => void;
  /** Asks until an answer passes `check`. Throws the reason if nobody can be asked. */
  readonly text: (question: Question) => Promise<string>;
  /** The same for a secret; null for an empty answer. */
  readonly secret: (question: Omit<Question, 'fallback'>) => Promise<string | null>;
  /** Asks questions that are tested together, and repeats them with `first: false` until nothing is thrown. */
  readonly together: <T>(questions: (first: boolean) => Promise<T>) => Promise<T>;
  readonly yes: (message: string) => Promise<boolean>;
}

interface Question {
  readonly message: string;
  /** The answer from an option or the environment, which replaces the question. */
  readonly given?: string | null | undefined;
  readonly fallback: string;
  readonly check?: Check;
}

interface Asking {
  readonly input: (question: { readonly message: string; readonly default: string }) => Promise<string>;
  readonly password: (question: { readonly message: string; readonly mask: true }) => Promise<string>;
}

/** Asks a person at a terminal or, with `asks: false`, uses the given answers and the fallbacks. */
export function createPrompting({
  asks,
  say,
  ask = { input, password },
}: {
  readonly asks: boolean;
  readonly say: (line: string) => void;
  /** Asks a person for a text or a secret. */
  readonly ask?: Asking;
}): Prompting {
  const passed = async (answer: string, check: Check | undefined): Promise<string> => {
    const problem = answer === '' ? '' : await check?.(answer);
    if (problem) say(problem);
    return answer;
  };
  const until = async <T>(attempt: (first: boolean) => Promise<T>): Promise<T> => {
    for (let first = true; ; first = false) {
      try {
        return await attempt(first);
      } catch (error) {
        if (!asks || !(error instanceof Error) || error.name === 'ExitPromptError') throw error;
        // --skip-tests does not help against an answer of the wrong form.
        const otherwise = error instanceof UsageError ? '' : ', or press Ctrl-C and start with --skip-tests';
        say(`${error.message} Please answer again${otherwise}.`);
      }
    }
  };
  return {
    async text({ message, given, fallback, check }) {
      if (!asks || (given !== null && given !== undefined)) return passed(given ?? fallback, check);
      return until(async () => passed((await ask.input({ message, default: fallback })).trim(), check));
    },
    async secret({ message, given, check }) {
      if (!asks || given) return (await passed(given ?? '', check)) || null;
      const askAgain = async () => passed((await ask.password({ message, mask: true })).trim(), check);
      return (await until(askAgain)) || null;
    },
    say,
    together: until,
    yes: async (message) => asks && confirm({ message, default: false }),
  };
}
