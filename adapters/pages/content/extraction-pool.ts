import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { PortError, finalError } from '../../../domain/ports/errors.ts';
import type { ExtractedDocument } from '../../../domain/ports/pages.ts';
import type { DocumentBytes } from './extract-document.ts';
import type { ExtractionAnswer, ExtractionTask, Results } from './extraction-thread.ts';

export interface ExtractionLimits {
  readonly threads: number;
  /** For one document. */
  readonly timeoutSeconds: number;
  readonly heapMegabytes: number;
}

/** Of 2,230 pages of real documentation the slowest takes 2 s, as a PDF of 1,000 pages does: what takes longer than this hangs. */
export const defaultExtractionLimits: ExtractionLimits = {
  threads: 2,
  timeoutSeconds: 60,
  heapMegabytes: 1024,
};

export interface ExtractionPool {
  extract(document: DocumentBytes, signal?: AbortSignal): Promise<ExtractedDocument>;
  /** Where the links of an HTML page lead; none for other kinds. */
  links(document: DocumentBytes, signal?: AbortSignal): Promise<readonly string[]>;
  close(): Promise<void>;
}

/**
 * For what a thread has just made. V8 would take several times as much, and hold it: two threads that read Python's
 * documentation had 620 MB, and have 410 so, in the same time.
 */
const youngMegabytes = 16;

/** Threads end when nothing was read for this long. */
const idleMilliseconds = 30_000;

/**
 * Reads documents in threads of their own, so that a large one holds up neither heartbeats nor Discord, and one that
 * makes its library hang, or wants all memory, is given up.
 */
export function openExtractionPool({
  threads,
  timeoutSeconds,
  heapMegabytes,
}: ExtractionLimits): ExtractionPool {
  const limit = pLimit(threads);
  const idle: Worker[] = [];
  const alive = new Set<Worker>();
  let sweep: NodeJS.Timeout | null = null;

  const end = async (worker: Worker) => {
    alive.delete(worker);
    await worker.terminate();
  };

  const take = (): Worker => {
    if (sweep) clearTimeout(sweep);
    const worker = idle.pop() ?? start();
    worker.ref();
    return worker;
  };

  const start = (): Worker => {
    const worker = new Worker(new URL(`./extraction-thread${extname(import.meta.url)}`, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: youngMegabytes },
      stdout: true,
      stderr: true,
    });
    // A caller that waits for an answer gets the error; between two documents it must not end the process.
    worker.on('error', () => void alive.delete(worker));
    alive.add(worker);
    return worker;
  };

  const giveBack = (worker: Worker) => {
    worker.unref();
    idle.push(worker);
    sweep = setTimeout(() => void Promise.all(idle.splice(0).map(end)), idleMilliseconds).unref();
  };

  async function run<Task extends ExtractionTask>(
    task: Task,
    document: DocumentBytes,
    given?: AbortSignal,
  ): Promise<Results[Task]> {
    given?.throwIfAborted();
    const deadline = AbortSignal.timeout(timeoutSeconds * 1000);
    const signal = given ? AbortSignal.any([given, deadline]) : deadline;
    const worker = take();
    try {
      const answer = await askWorker(worker, { task, document }, signal);
      giveBack(worker);
      if ('result' in answer) return answer.result as Results[Task];
      throw new PortError({ kind: 'final', ...answer.failure });
    } catch (error) {
      if (error instanceof PortError) throw error;
      await end(worker);
      given?.throwIfAborted();
      throw deadline.aborted
        ? finalError('document_too_slow', `Reading it takes longer than ${timeoutSeconds} s.`)
        : finalError('document_too_large', 'Reading it needs more memory than Steward gives it.', error);
    }
  }

  return {
    extract: (document, signal) => limit(() => run('read', document, signal)),
    links: (document, signal) => limit(() => run('links', document, signal)),
    close: async () => {
      if (sweep) clearTimeout(sweep);
      await Promise.all([...alive].map(end));
    },
  };
}

/** Rejects when the thread dies, and when the signal is aborted. */
async function askWorker(
  worker: Worker,
  asked: { readonly task: ExtractionTask; readonly document: DocumentBytes },
  signal: AbortSignal,
): Promise<ExtractionAnswer> {
  const answered = once(worker, 'message', { signal });
  worker.postMessage(asked);
  const [answer] = (await answered) as [ExtractionAnswer];
  return answer;
}
