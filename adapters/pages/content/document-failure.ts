import { PortError } from '../../../domain/ports/errors.ts';
import type { DocumentErrorCode } from '../../../domain/ports/pages.ts';

/** A document that cannot be read, and never will be as it is. `message` holds nothing that stands in it. */
export const documentFailure = (
  code: DocumentErrorCode,
  message: string,
  cause?: unknown,
): PortError<DocumentErrorCode> => new PortError({ kind: 'final', code, message, cause });
