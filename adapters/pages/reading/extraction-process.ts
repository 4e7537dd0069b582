import { writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PortErrorCode } from '../../../domain/values/error-codes.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { ExtractedDocument } from '../../../domain/ports/pages.ts';
import { extractDocument } from '../content/extract-document.ts';
import type { DocumentBytes } from '../content/identify.ts';
import { pageLinks } from '../content/page-links.ts';

/** The process of `extraction-pool.ts`, which reads one document after another. */

type ExtractionTask = keyof Results;

export interface Results {
  readonly read: ExtractedDocument;
  readonly links: readonly string[];
}

export interface ExtractionRequest {
  readonly task: ExtractionTask;
  readonly document: DocumentBytes;
}

export type ExtractionAnswer =
  | { readonly result: Results[ExtractionTask] }
  | { readonly failure: { readonly code: PortErrorCode; readonly message: string } };

/** Replaces errors of libraries, because their messages may quote the document. */
const damaged = { code: 'document_broken', message: 'The document is damaged: it cannot be read.' } as const;

process.on('message', ({ task, document }: ExtractionRequest) => {
  void answer(task, document).then((result) => process.send?.(result));
});

async function answer(task: ExtractionTask, document: DocumentBytes): Promise<ExtractionAnswer> {
  try {
    return { result: task === 'links' ? pageLinks(document) : await extractDocument(document) };
  } catch (error) {
    return { failure: error instanceof PortError ? { code: error.code, message: error.message } : damaged };
  }
}

// A thread of its own sees what happens while a library computes without a pause.
new Worker(new URL(`./memory-watch${extname(import.meta.url)}`, import.meta.url), {
  workerData: { maxBytes: Number(process.argv[2]), parent: process.ppid },
}).unref();

// A signal to Steward's group reaches this process, too, but it has to work until Steward has ended.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

try {
  // Where a container's memory is smaller than the limit, the kernel ends this process and not Steward.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Only Linux has it.
}
