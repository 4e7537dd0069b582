import type { KnownSource } from '../ports/sources.ts';

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

export type SourceState = 'indexed' | 'pending' | 'failed';

export function sourceState({ error, record, task }: KnownSource): SourceState {
  if (error !== null) return 'failed';
  return task !== null || !record?.summary_text ? 'pending' : 'indexed';
}

/** The sources to show to people: documents, pages, and places whose discovery failed. */
export const shownSources = (known: readonly KnownSource[]): readonly KnownSource[] =>
  known.filter(({ kind, error }) => kind === 'file' || kind === 'url' || error !== null);

/** Finds sources with a text in their id or description, ignoring case. */
export function findSources(
  sources: readonly KnownSource[],
  { text, failedOnly }: { readonly text: string; readonly failedOnly: boolean },
): readonly KnownSource[] {
  const wanted = text.toLowerCase();
  return sources.filter(
    (source) =>
      (!failedOnly || sourceState(source) === 'failed') &&
      `${source.sourceId}\n${source.record?.summary_text ?? ''}`.toLowerCase().includes(wanted),
  );
}
