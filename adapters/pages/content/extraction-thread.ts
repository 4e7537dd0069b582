import type { PortErrorCode } from '../../../domain/values/error-codes.ts';
import { parentPort } from 'node:worker_threads';
import { PortError } from '../../../domain/ports/errors.ts';
import type { ExtractedDocument } from '../../../domain/ports/pages.ts';
import { extractDocument } from './extract-document.ts';
import type { DocumentBytes } from './identify.ts';
import { pageLinks } from './page-links.ts';

/** The thread of `extraction-pool.ts`, which reads one document after another. */

export type ExtractionTask = keyof Results;

export interface Results {
  readonly read: ExtractedDocument;
  readonly links: readonly string[];
}

export type ExtractionAnswer =
  | { readonly result: Results[ExtractionTask] }
  | { readonly failure: { readonly code: PortErrorCode; readonly message: string } };

/** Replaces errors of libraries, because their messages may quote the document. */
const damaged = { code: 'document_broken', message: 'The document is damaged: it cannot be read.' } as const;

parentPort?.on('message', (asked: { readonly task: ExtractionTask; readonly document: DocumentBytes }) => {
  void answer(asked.task, asked.document).then((result) => parentPort?.postMessage(result));
});

async function answer(task: ExtractionTask, document: DocumentBytes): Promise<ExtractionAnswer> {
  try {
    return { result: task === 'links' ? pageLinks(document) : await extractDocument(document) };
  } catch (error) {
    return { failure: error instanceof PortError ? { code: error.code, message: error.message } : damaged };
  }
}
