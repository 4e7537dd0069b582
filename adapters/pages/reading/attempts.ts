import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finalError } from '../../../domain/ports/errors.ts';

/** So often the same bytes may end the process that reads them. */
const maxAttempts = 2;

/** After this time bytes are tried again, perhaps with a better reader. */
const rememberedMilliseconds = 30 * 24 * 3_600_000;

const reason =
  'Reading it has twice taken more memory or time than Steward gives a document, so it is left out for 30 days. Split it, ' +
  'make it smaller, or exclude it.';

/**
 * Counts an attempt to read bytes before it begins, in a file that outlives this process, and forgets it once it has
 * ended in whatever answer. What stays are the bytes that ended their reader. `begin` throws a final `PortError` for those
 * that have done so twice.
 */
export function openAttempts(dir: string): { begin(bytes: Uint8Array): { over(): void } } {
  mkdirSync(dir, { recursive: true });
  for (const file of readdirSync(dir).map((name) => join(dir, name))) {
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
    if (Date.now() - mtimeMs > rememberedMilliseconds) rmSync(file, { force: true });
  }
  return {
    begin(bytes) {
      const file = join(dir, createHash('sha256').update(bytes).digest('hex'));
      const attemptsBefore = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
      if (attemptsBefore >= maxAttempts) throw finalError('document_set_aside', reason);
      writeFileSync(file, String(attemptsBefore + 1));
      return { over: () => rmSync(file, { force: true }) };
    },
  };
}
