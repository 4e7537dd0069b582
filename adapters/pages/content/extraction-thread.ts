import { parentPort } from 'node:worker_threads';
import { PortError } from '../../../domain/ports/errors.ts';
import type { ExtractedDocument } from '../../../domain/ports/pages.ts';
import { extractDocument, type DocumentBytes } from './extract-document.ts';

/** The other end of `extraction-pool.ts`: reads one document after the other. */

export type ExtractionAnswer =
  | { readonly document: ExtractedDocument }
  | { readonly failure: { readonly code: string; readonly message: string } };

/** What a library threw may quote the document, so that only Steward's own sentences leave. */
const damaged = { code: 'document_broken', message: 'The document is damaged: it cannot be read.' } as const;

parentPort?.on('message', (document: DocumentBytes) => {
  void answer(document).then((result) => parentPort?.postMessage(result));
});

async function answer(document: DocumentBytes): Promise<ExtractionAnswer> {
  try {
    return { document: await extractDocument(document) };
  } catch (error) {
    return { failure: error instanceof PortError ? { code: error.code, message: error.message } : damaged };
  }
}
