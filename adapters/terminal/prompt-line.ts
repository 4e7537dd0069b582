import { clearScreenDown, createInterface, cursorTo, moveCursor, type Interface } from 'node:readline';

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
  const pastes = terminal ? joinPastes(readline, { input, output }) : null;
  readline.on('line', (line) => {
    const text = pastes ? pastes.join(line) : line;
    if (text !== null) onLine(text);
  });
  readline.on('SIGINT', () => {
    if (pastes?.drop()) onLine('');
    else close();
  });
  readline.on('close', () => {
    open = false;
    pastes?.end();
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

/** Has the terminal mark what is pasted, so that the line ends in it are no Enter. */
function joinPastes(
  readline: Interface,
  { input, output }: { readonly input: Input; readonly output: Output },
) {
  let isPasting = false;
  const before: string[] = [];
  input.on('keypress', (_, { name }: { readonly name?: string }) => {
    if (name === 'paste-start' || name === 'paste-end') isPasting = name === 'paste-start';
  });
  output.write('\u001B[?2004h');
  return {
    /** The line with those that were pasted before it; null within a paste. */
    join(line: string): string | null {
      if (!isPasting) return [...before.splice(0), line].join('\n');
      before.push(line);
      readline.setPrompt('… ');
      readline.prompt();
      return null;
    },
    /** Takes back what was pasted. Returns false if that is at most one line. */
    drop(): boolean {
      if (before.length === 0) return false;
      before.length = 0;
      readline.write(null, { ctrl: true, name: 'e' });
      readline.write(null, { ctrl: true, name: 'u' });
      return true;
    },
    end: () => void output.write('\u001B[?2004l'),
  };
}
