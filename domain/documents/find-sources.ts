import type { KnownSource } from '../ports/sources.ts';

/** A source that has not been read yet. */
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

/** What people look through: sources, and places whose sources could not be looked for. Of another place its pages are listed. */
export const shownSources = (known: readonly KnownSource[]): readonly KnownSource[] =>
  known.filter(({ kind, error }) => kind === 'file' || kind === 'url' || error !== null);

/** Those with a text in their id or description, in any case. */
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
