import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import pLimit from 'p-limit';
import { PortError, finalError } from '../../../domain/ports/errors.ts';
import type { ExtractedDocument } from '../../../domain/ports/pages.ts';
import type { DocumentBytes } from '../content/identify.ts';
import { openAttempts } from './attempts.ts';
import type { ExtractionAnswer, ExtractionRequest, Results } from './extraction-process.ts';

/**
 * Of 2,230 pages of documentation the slowest takes 2 s, like a PDF of 1,000 pages, so 60 s mean that a library hangs. A
 * process that has read all of them holds 300 MB.
 */
export const defaultExtractionLimits = {
  processes: 2,
  /** For each document. */
  timeoutSeconds: 60,
  /** Resident memory of each process. */
  megabytes: 512,
};

export type ExtractionLimits = Readonly<typeof defaultExtractionLimits>;

export interface ExtractionPool {
  extract(document: DocumentBytes, signal?: AbortSignal): Promise<ExtractedDocument>;
  /** The link targets of an HTML page. Empty for other kinds. */
  links(document: DocumentBytes, signal?: AbortSignal): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** V8's limits in MB. The heap ends before the process would be killed, and a small young generation saves a third of the memory. */
const heapFlags = (megabytes: number) => [
  `--max-old-space-size=${Math.round(megabytes * 0.8)}`,
  '--max-semi-space-size=8',
];

/** Idle processes end after this time. */
const idleMilliseconds = 30_000;

/**
 * Reads documents in processes of their own, so that a large one does not block heartbeats and Discord, and one that makes
 * a library hang or use too much memory ends nothing else. Bytes that have ended two of them are not read again: attempts are counted in
 * `attemptsDir`, if there is one.
 */
export function openExtractionPool(
  { processes: atOnce, timeoutSeconds, megabytes }: ExtractionLimits,
  attemptsDir: string | null = null,
): ExtractionPool {
  const limit = pLimit(atOnce);
  const attempts = attemptsDir === null ? null : openAttempts(attemptsDir);
  const processes = openProcesses(megabytes);

  async function run<Task extends keyof Results>(
    task: Task,
    document: DocumentBytes,
    callersSignal?: AbortSignal,
  ): Promise<Results[Task]> {
    callersSignal?.throwIfAborted();
    const attempt = attempts?.begin(document.bytes);
    const deadline = AbortSignal.timeout(timeoutSeconds * 1000);
    const signal = callersSignal ? AbortSignal.any([callersSignal, deadline]) : deadline;
    const child = processes.take();
    try {
      const answer = await askProcess(child, { task, document }, signal);
      processes.giveBack(child);
      attempt?.over();
      if ('result' in answer) return answer.result as Results[Task];
      throw new PortError({ kind: 'final', ...answer.failure });
    } catch (error) {
      if (error instanceof PortError) throw error;
      await processes.end(child);
      if (callersSignal?.aborted) attempt?.over();
      callersSignal?.throwIfAborted();
      throw deadline.aborted
        ? finalError('document_too_slow', `Reading it takes longer than ${timeoutSeconds} s.`)
        : finalError('document_too_large', `Reading it needs more than ${megabytes} MB of memory.`, error);
    }
  }

  return {
    extract: (document, signal) => limit(() => run('read', document, signal)),
    links: (document, signal) => limit(() => run('links', document, signal)),
    close: processes.close,
  };
}

/** The processes, which are started when one is needed and end after a while without work. */
function openProcesses(megabytes: number) {
  const idle: ChildProcess[] = [];
  const alive = new Set<ChildProcess>();
  let sweep: NodeJS.Timeout | null = null;

  const start = (): ChildProcess => {
    const file = new URL(`./extraction-process${extname(import.meta.url)}`, import.meta.url);
    const child = fork(file, [String(megabytes * 1024 * 1024)], {
      execArgv: [...process.execArgv, ...heapFlags(megabytes)],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const forget = () => {
      alive.delete(child);
      if (idle.includes(child)) idle.splice(idle.indexOf(child), 1);
    };
    // A waiting caller gets the error. Without a listener, an error between two documents would end this process.
    child.on('error', forget).on('exit', forget);
    alive.add(child);
    return child;
  };

  const end = async (child: ChildProcess) => {
    if (!alive.has(child)) return;
    const ended = once(child, 'exit');
    // Without a reference, this process would end before it hears of the exit.
    child.ref();
    child.kill('SIGKILL');
    await ended;
  };

  return {
    end,
    take: (): ChildProcess => {
      if (sweep) clearTimeout(sweep);
      const child = idle.pop() ?? start();
      child.ref();
      child.channel?.ref();
      return child;
    },
    giveBack: (child: ChildProcess) => {
      child.unref();
      child.channel?.unref();
      idle.push(child);
      if (sweep) clearTimeout(sweep);
      sweep = setTimeout(() => void Promise.allSettled(idle.splice(0).map(end)), idleMilliseconds).unref();
    },
    close: async () => {
      if (sweep) clearTimeout(sweep);
      await Promise.all([...alive].map(end));
    },
  };
}

/** Rejects if the process ends or the signal is aborted. */
async function askProcess(
  child: ChildProcess,
  request: ExtractionRequest,
  signal: AbortSignal,
): Promise<ExtractionAnswer> {
  const over = new AbortController();
  const either = { signal: AbortSignal.any([signal, over.signal]) };
  try {
    const answered = once(child, 'message', either) as Promise<[ExtractionAnswer]>;
    const ended = once(child, 'exit', either).then(() => null);
    child.send(request);
    const answer = await Promise.race([answered, ended]);
    if (answer) return answer[0];
    throw new Error('The process of a document has ended.');
  } finally {
    over.abort();
  }
}
