import { harmless, harmlessLine } from '../../adapters/terminal/harmless.ts';
import { paceOf, type PhaseProgress, type Progress } from '../../domain/operations/progress.ts';

const lineEveryMilliseconds = 10_000;
const startOfLine = '\r\u001B[K';

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
  let isOpen = false;
  let isOver = false;
  const say = (line: string) => {
    stream.write(`${isOpen ? startOfLine : ''}${harmless(line)}\n`);
    isOpen = false;
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
      isOpen = !isOver;
    } else if (now() - saidAt >= lineEveryMilliseconds) say(text);
  };
  return Object.assign(say, { phase: showPhase });
}
