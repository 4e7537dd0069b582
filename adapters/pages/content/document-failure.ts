import { PortError } from '../../../domain/ports/errors.ts';

export type DocumentFailureCode =
  | 'document_broken'
  | 'document_locked'
  | 'document_empty'
  | 'document_too_large'
  | 'document_too_slow'
  | 'document_wrong_charset'
  | 'document_wrong_kind'
  | 'page_needs_login';

/** A document that cannot be read, and never will be as it is. `message` holds nothing that stands in it. */
export const documentFailure = (code: DocumentFailureCode, message: string, cause?: unknown): PortError =>
  new PortError({ kind: 'final', code, message, cause });
