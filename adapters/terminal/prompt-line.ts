import { clearScreenDown, createInterface, cursorTo, moveCursor } from 'node:readline';

type Input = NodeJS.ReadableStream & { readonly isTTY?: boolean };
type Output = NodeJS.WritableStream & { readonly isTTY?: boolean };

/** A line to type in at the bottom, with everything else printed above it. */
export interface PromptLine {
  readonly isTerminal: boolean;
  /** Above the prompt; what is half typed stays as it is. */
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
  /** Once: `interrupted` after Ctrl-C or `close`, `ended` when the input has ended (Ctrl-D). */
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
      // Else readline goes up as many rows as the typed text had taken, over what was just printed.
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
