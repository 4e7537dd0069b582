import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { PortError, finalError } from '../../../domain/ports/errors.ts';
import type { ExtractedDocument } from '../../../domain/ports/pages.ts';
import type { DocumentBytes } from './identify.ts';
import type { ExtractionAnswer, ExtractionTask, Results } from './extraction-thread.ts';

export interface ExtractionLimits {
  readonly threads: number;
  /** For each document. */
  readonly timeoutSeconds: number;
  readonly heapMegabytes: number;
}

/** Of 2,230 pages of documentation the slowest takes 2 s, like a PDF of 1,000 pages, so 60 s mean that a library hangs. */
export const defaultExtractionLimits: ExtractionLimits = {
  threads: 2,
  timeoutSeconds: 60,
  heapMegabytes: 1024,
};

export interface ExtractionPool {
  extract(document: DocumentBytes, signal?: AbortSignal): Promise<ExtractedDocument>;
  /** The link targets of an HTML page. Empty for other kinds. */
  links(document: DocumentBytes, signal?: AbortSignal): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** V8's young generation. With it two threads read Python's documentation in 410 MB instead of 620 MB, and as fast. */
const youngMegabytes = 16;

/** Idle threads end after this time. */
const idleMilliseconds = 30_000;

/**
 * Reads documents in threads, so that a large one does not block heartbeats and Discord, and one that makes a library hang
 * or use too much memory can be ended.
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
    // A waiting caller gets the error. Without a listener, an error between two documents would end the process.
    worker.on('error', () => {
      alive.delete(worker);
      if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1);
    });
    alive.add(worker);
    return worker;
  };

  const giveBack = (worker: Worker) => {
    worker.unref();
    idle.push(worker);
    if (sweep) clearTimeout(sweep);
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

/** Rejects if the thread dies or the signal is aborted. */
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
