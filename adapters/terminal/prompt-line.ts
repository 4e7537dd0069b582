import { clearScreenDown, createInterface, cursorTo, moveCursor } from 'node:readline';

type Input = NodeJS.ReadableStream & { readonly isTTY?: boolean };
type Output = NodeJS.WritableStream & { readonly isTTY?: boolean };

/** A prompt in the last line, with all output above it. */
export interface PromptLine {
  readonly isTerminal: boolean;
  /** Prints above the prompt and keeps the typed text. */
  print(text: string): void;
  prompt(text: string): void;
  close(): void;
}

export function openPromptLine({
  input,
  output,
  terminal = input.isTTY === true && output.isTTY === true,
  onLine,
  onEnd,
}: {
  readonly input: Input;
  readonly output: Output;
  readonly terminal?: boolean;
  readonly onLine: (line: string) => void;
  /** Called once: `interrupted` after Ctrl-C or `close`, `ended` at the end of the input (Ctrl-D). */
  readonly onEnd: (how: 'interrupted' | 'ended') => void;
}): PromptLine {
  const readline = createInterface({ input, output, terminal, historySize: 200 });
  let how: 'interrupted' | 'ended' = 'ended';
  let open = true;
  const close = () => {
    how = 'interrupted';
    readline.close();
  };
  readline.on('line', onLine);
  readline.on('SIGINT', close);
  readline.on('close', () => {
    open = false;
    if (terminal) output.write('\n');
    onEnd(how);
  });

  return {
    isTerminal: terminal,
    print(text) {
      if (!terminal || !open) {
        output.write(`${text}\n`);
        return;
      }
      moveCursor(output, 0, -readline.getCursorPos().rows);
      cursorTo(output, 0);
      clearScreenDown(output);
      output.write(`${text}\n`);
      // Otherwise readline would move up by the rows of the typed text and overwrite what was just printed.
      Object.assign(readline, { prevRows: 0 });
      readline.prompt(true);
    },
    prompt(text) {
      readline.setPrompt(text);
      if (terminal && open) readline.prompt(true);
    },
    close,
  };
}
