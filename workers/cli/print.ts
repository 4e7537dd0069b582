import { harmless, harmlessJson } from '../../adapters/terminal/harmless.ts';
import { snakeKeys } from '../../domain/values/snake-case.ts';
import { endOpenLine } from './progress.ts';

/**
 * What a command prints: results on standard output, everything else on standard error. Much of it was written by members, pages and
 * models, so nothing reaches the terminal as a control character.
 */

export function printLine(text: string): void {
  endOpenLine();
  process.stdout.write(`${harmless(text)}\n`);
}

/** One object a line, with keys in snake case. */
export function printJson(value: unknown): void {
  endOpenLine();
  process.stdout.write(`${harmlessJson(snakeKeys(value))}\n`);
}

/** One result a line, as JSON or as the text of each. */
export function printRows<Row>(
  rows: readonly Row[],
  { json, textOf }: { readonly json: boolean; readonly textOf: (row: Row) => string },
): void {
  for (const row of rows) {
    if (json) printJson(row);
    else printLine(textOf(row));
  }
}

/** Whether somebody sees a question on standard output and can answer it. */
export const canAsk = (): boolean => process.stdin.isTTY && process.stdout.isTTY;

/** What a person should know beside the results. */
export function printNote(text: string): void {
  endOpenLine();
  process.stderr.write(`${harmless(text)}\n`);
}
