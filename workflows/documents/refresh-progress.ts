import type { RefreshProgress } from '../contract/documents.ts';

const phases: Readonly<Record<string, string>> = {
  discover: 'Looking for new and changed sources',
  fetch: 'Fetching pages',
  describe: 'Describing',
  publish: 'Publishing the index',
  published: 'The index is published',
};

/** One line for the Temporal UI and for the terminal, which passes its own pace. */
export function describeRefresh(
  { step, done, total, changed, failed, left }: RefreshProgress,
  pace = `${done} of ${total} done`,
): string {
  const parts = [
    ...(total > 0 ? [pace] : []),
    `${changed} changed`,
    `${failed} failed`,
    ...(left > 0 ? [`${left} left`] : []),
  ];
  return `${phases[step] ?? step}: ${parts.join(', ')}`;
}
