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
  /** Called with what was typed before Enter. Lines that were pasted together are one text. */
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
  const pasted = terminal ? watchPastes(input, output) : null;
  const before: string[] = [];
  readline.on('line', (line) => {
    if (!pasted?.isOpen()) return onLine([...before.splice(0), line].join('\n'));
    before.push(line);
    readline.setPrompt('… ');
    readline.prompt();
  });
  readline.on('SIGINT', close);
  readline.on('close', () => {
    open = false;
    pasted?.end();
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

/** Has the terminal mark what is pasted, so that its line ends are no Enter. */
function watchPastes(input: Input, output: Output): { isOpen(): boolean; end(): void } {
  let isOpen = false;
  input.on('keypress', (_, { name }: { readonly name?: string }) => {
    if (name === 'paste-start' || name === 'paste-end') isOpen = name === 'paste-start';
  });
  output.write('\u001B[?2004h');
  return { isOpen: () => isOpen, end: () => void output.write('\u001B[?2004l') };
}
