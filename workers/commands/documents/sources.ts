import { harmless, harmlessLine } from '../../../adapters/terminal/harmless.ts';
import {
  shownSources,
  sourceState,
  type SourceState,
  type KnownSource,
} from '../../../domain/documents/known-sources.ts';
import { leftOutText, type SourceReport } from '../../../domain/documents/source-report.ts';
import { checkSources } from '../../../interactions/check-sources.ts';
import { failedWith } from '../../../domain/ports/errors.ts';
import type { Storage } from '../../../adapters/storage/open-storage.ts';
import { UsageError } from '../../cli/exit.ts';
import { countOf } from '../../../domain/values/text.ts';
import { withStorage } from '../../cli/with-storage.ts';
import { printJson, printLine, printNote, printRows } from '../../cli/print.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';

interface SourcesOptions extends ConfigOption, JsonOption {
  readonly failed: boolean;
  readonly check: boolean;
  /** The id of a source. */
  readonly show?: string;
}

/** Lists all sources, and the places that could not be searched for sources, by id. */
export const listSources = ({ json, failed, show, check, ...options }: SourcesOptions): Promise<void> =>
  withStorage({ ...options, reads: true }, async ({ storage }) => {
    if (show !== undefined) return showSource(storage, show, json);
    if (check) return printRows(await checkSources(storage), { json, textOf: reportText });
    const lines = shownSources(await storage.knownSources.all())
      .map(lineOf)
      .filter(({ error }) => !failed || error !== null);
    printRows(lines, { json, textOf });
    if (!json) printNote(summary(lines));
  });

async function showSource({ sources, library }: Storage, id: string, json: boolean): Promise<void> {
  const generation = await library.liveGeneration();
  const source = await sources.load(id, generation).catch((error: unknown) => {
    if (!failedWith(error, 'source_unknown', 'source_gone')) throw error;
    throw new UsageError(`${harmlessLine(id)} is not in the index. npx steward sources lists what is.`);
  });
  const { sourceId, title, url, text } = source;
  if (json) return printJson({ sourceId, title, url, text });
  printNote(harmlessLine(`${title}${url === null ? '' : ` <${url}>`}`));
  printLine(harmless(text));
}

const reportText = ({ origin, pages, leftOut, doubts }: SourceReport): string =>
  [
    `${harmlessLine(origin)}: ${countOf(pages, 'page')} in the index`,
    ...doubts.map((doubt) => `  ${harmlessLine(doubt)}`),
    ...leftOut.map((one) => `  ${harmlessLine(leftOutText(one))}`),
  ].join('\n');

type SourceLine = ReturnType<typeof lineOf>;

/** A source as `--json` prints it. Times are RFC 3339, UTC; `tokens` is null until it was read. */
const lineOf = (source: KnownSource) => ({
  sourceId: source.sourceId,
  kind: source.kind,
  status: sourceState(source),
  lastCheck: source.checkedAt,
  nextCheck: source.nextCheckAt,
  tokens: source.tokens,
  error: source.error,
});

function textOf({ status, kind, sourceId, lastCheck, nextCheck, tokens, error }: SourceLine): string {
  const details = [
    `checked ${shortTime(lastCheck)}`,
    ...(nextCheck === null ? [] : [`next ${shortTime(nextCheck)}`]),
    ...(tokens === null ? [] : [countOf(tokens, 'token')]),
  ].join(', ');
  const head = `${status.padEnd(7)}  ${kind.padEnd(6)}  ${harmlessLine(sourceId)}  (${details})`;
  return error === null ? head : `${head}\n         ${harmlessLine(error)}`;
}

const shortTime = (time: string | null): string =>
  time === null ? 'never' : `${time.slice(0, 16).replace('T', ' ')} UTC`;

function summary(lines: readonly SourceLine[]): string {
  const count = (status: SourceState) => lines.filter((line) => line.status === status).length;
  if (lines.length === 0) return 'There are none. A refresh looks for them: npx steward index';
  return `${countOf(lines.length, 'source')}: ${count('indexed')} indexed, ${count('pending')} pending, ${count('failed')} failed, ${count('unread')} not read`;
}
