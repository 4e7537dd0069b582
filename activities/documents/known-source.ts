import { PortError } from '../../domain/ports/errors.ts';
import type { KnownSource } from '../../domain/ports/known-sources.ts';

/** What is known of a source before it was looked at. */
export const newSource = (source: Pick<KnownSource, 'sourceId' | 'kind' | 'origin'>): KnownSource => ({
  task: null,
  record: null,
  describedBy: null,
  checkedAt: null,
  nextCheckAt: null,
  failures: 0,
  tokens: null,
  foundBy: '',
  error: null,
  ...source,
});

/** Steward's own sentence about a failure; what a library said may quote a page. */
export const sentenceOf = (error: unknown): string =>
  error instanceof PortError ? error.message : 'It cannot be read; the log has the place.';
