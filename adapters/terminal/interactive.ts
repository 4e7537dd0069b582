import { clearScreenDown, createInterface, cursorTo, moveCursor, type Interface } from 'node:readline';
import type { Emulator } from '../discord/emulator/emulator.ts';
import { harmless } from './harmless.ts';
import { messageText } from './render.ts';
import { watchPosts } from './shown-message.ts';
import { createSpeaker } from './speaker.ts';

/** Lets a person at a terminal speak in the emulated Discord, as a member or as the team, and shows Steward's posts. */
export function startInteractive({
  discord,
  channel,
  onSaid,
  idle,
  input,
  output,
  terminal = input.isTTY === true && output.isTTY === true,
}: {
  readonly discord: Emulator;
  /** Where the person speaks first. */
  readonly channel: string;
  /** Called with each message of the person. */
  readonly onSaid: (messageId: string) => void;
  /** Resolves when Steward has finished with all messages so far. */
  readonly idle: () => Promise<void>;
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
  /** Whether both are a terminal. By default their `isTTY` decides. */
  readonly terminal?: boolean;
}) {
  const readline = createInterface({ input, output, terminal, historySize: 200 });
  const print = printerAbove(readline, { output, terminal });
  const speaker = createSpeaker({
    discord,
    channel,
    onSaid: (message) => {
      if (!terminal) print(messageText(message));
      onSaid(message.id);
    },
  });
  const stopWatching = watchPosts(discord, (post) => {
    speaker.see(post);
    print(messageText(post));
  });
  const prompt = (): void => {
    readline.setPrompt(speaker.prompt());
    if (terminal) readline.prompt(true);
  };
  async function converse(): Promise<void> {
    for await (const line of readline) {
      if (line.trim() === '/quit') return readline.close();
      const told = speaker.take(line);
      if (told !== null) print(harmless(told));
      // Lines of a file are handled one after another; otherwise they would fall into one quiet window.
      if (!terminal) await idle();
      prompt();
    }
  }
  readline.on('SIGINT', () => readline.close());
  if (terminal) readline.on('close', () => output.write('\n'));
  prompt();
  return {
    /** Prints rendered text above the prompt, and keeps what is typed. */
    print,
    /** Resolves when the person leaves or the input ends. */
    ended: converse().finally(stopWatching),
    stop: () => readline.close(),
  };
}

/** Prints above the line that is typed, and keeps what is in it. */
function printerAbove(
  readline: Interface,
  { output, terminal }: { readonly output: NodeJS.WritableStream; readonly terminal: boolean },
): (text: string) => void {
  let isOpen = true;
  readline.once('close', () => (isOpen = false));
  return (text) => {
    if (!terminal || !isOpen) return void output.write(`${text}\n`);
    moveCursor(output, 0, -readline.getCursorPos().rows);
    cursorTo(output, 0);
    clearScreenDown(output);
    output.write(`${text}\n`);
    // Otherwise readline would move up by the rows of the typed text and overwrite what was just printed.
    Object.assign(readline, { prevRows: 0 });
    readline.prompt(true);
  };
}
