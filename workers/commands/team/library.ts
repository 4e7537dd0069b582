import { countOf } from '../../../domain/values/text.ts';
import type { GenerationInfo, Library } from '../../../domain/ports/library.ts';
import { UsageError } from '../../cli/exit.ts';
import { withStorage } from '../../cli/with-storage.ts';
import { printLine, printRows } from '../../cli/print.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';

/** Lists the generations that are kept, oldest first. */
export const printGenerations = (options: ConfigOption & JsonOption): Promise<void> =>
  withStorage({ ...options, reads: true }, async ({ storage: { library } }) =>
    printRows(await library.generations(), { ...options, textOf: lineOf }),
  );

const lineOf = ({ number, live, building, since, topics, pairs }: GenerationInfo): string => {
  const state = live ? 'live' : building ? 'being built' : 'kept';
  return `${String(number).padStart(4)}  ${state.padEnd(11)}  ${since}  ${countOf(topics, 'topic')}, ${countOf(pairs, 'pair')}`;
};

/** Makes an earlier generation live again, by default the newest one before the live one. */
export const rollBackTo = (number: number | undefined, options: ConfigOption): Promise<void> =>
  withStorage(options, async ({ storage: { library } }) => {
    const live = await library.liveGeneration();
    const target = number ?? (await newestBefore(library, live));
    if (target === live) {
      printLine(`Generation ${live} is already live.`);
      return;
    }
    await library.rollBack(target);
    const unknown = (await library.unsettled(target)).length;
    printLine(
      `Generation ${target} is live again; generation ${live} is kept, and ` +
        `npx steward library rollback ${live} goes back to it.`,
    );
    for (const { number: next } of (await library.generations()).filter(({ building }) => building)) {
      printLine(
        `Generation ${next} is being built and takes its place when it is published, unless you cancel the rebuild in Temporal's UI.`,
      );
    }
    if (unknown > 0) {
      printLine(
        `It does not know ${unknown} raw entries that came in since. The next refresh captures them: npx steward index`,
      );
    }
  });

async function newestBefore(library: Library, live: number): Promise<number> {
  const formerGenerations = (await library.generations()).filter(
    ({ building, number }) => !building && number < live,
  );
  const newest = formerGenerations.at(-1);
  if (newest) return newest.number;
  throw new UsageError(
    `There is no generation before ${live}, which is live. To list those that are kept: npx steward library list`,
  );
}
