import type { SearchHit } from '../../../domain/ports/sources.ts';
import { exitCodes } from '../../cli/exit.ts';
import { withStorage } from '../../cli/with-storage.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';
import { printNote, printRows } from '../../cli/print.ts';

/** Searches the live library and the documents, without asking a model or writing anything. */
export const search = (
  query: string,
  options: ConfigOption & JsonOption & { readonly limit: number },
): Promise<void> =>
  withStorage(options, async ({ storage: { library, sources } }) => {
    const generation = await library.liveGeneration();
    const hits = await sources.search({ query, generation, limit: options.limit });
    printRows(hits, { ...options, textOf });
    if (isByMeaningAlone(hits))
      printNote('No source contains any of these words. These are nearest to what they may mean.');
    if (hits.length > 0) return;
    const isEmpty = (await sources.combinedIndex(generation)) === '';
    printNote(
      isEmpty
        ? 'The index is empty. To read the documents: npx steward index'
        : 'Nothing in the index contains any of these words.',
    );
    process.exitCode = exitCodes.failed;
  });

/** Whether only vectors found something: they find something for any text. */
export const isByMeaningAlone = (hits: readonly Pick<SearchHit, 'likeness'>[]): boolean =>
  hits.length > 0 && hits.every(({ likeness }) => likeness === 0);

function textOf({ sourceId, title, headings, snippet, score, url }: SearchHit): string {
  const place = [title, ...headings.filter((heading) => heading !== title)].join(' › ');
  return `${score.toFixed(2)}  ${sourceId}\n      ${place}\n      ${snippet}\n${url === null ? '' : `      ${url}\n`}`;
}
