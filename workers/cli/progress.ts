import { harmless, harmlessLine } from '../../adapters/terminal/harmless.ts';
import { paceOf, type PhaseProgress, type Progress } from '../../domain/operations/progress.ts';

const lineEveryMilliseconds = 10_000;
const startOfLine = '\r\u001B[K';

/** The terminal whose last line still changes. */
let open: { readonly write: (text: string) => unknown } | null = null;

/** Ends a line that still changes, before something else is printed on the same terminal. */
export function endOpenLine(): void {
  open?.write('\n');
  open = null;
}

/**
 * Shows progress on standard error, so that standard output contains only results. A terminal shows one line that changes;
 * other outputs get a line at most every ten seconds, and none for a phase that takes less.
 */
export function progressTo(
  stream: { readonly isTTY?: boolean; readonly write: (text: string) => unknown },
  now: () => number = () => performance.now(),
): Progress {
  let begun = { phase: '', done: 0, at: 0 };
  let saidAt = 0;
  let isOver = false;
  const say = (line: string) => {
    stream.write(`${open === stream ? startOfLine : ''}${harmless(line)}\n`);
    open = null;
    saidAt = now();
  };
  const showPhase = ({ phase, done, total, line = (pace) => `${phase}: ${pace}` }: PhaseProgress) => {
    if (phase !== begun.phase || done < begun.done) {
      begun = { phase, done, at: now() };
      saidAt = now();
      isOver = false;
    }
    if (isOver) return;
    isOver = done >= total && total > 0;
    const text = line(paceOf({ done, total, since: done - begun.done, milliseconds: now() - begun.at }));
    if (stream.isTTY) {
      stream.write(`${startOfLine}${harmlessLine(text)}${isOver ? '\n' : ''}`);
      open = isOver ? null : stream;
    } else if (now() - saidAt >= lineEveryMilliseconds) say(text);
  };
  return Object.assign(say, { phase: showPhase });
}
