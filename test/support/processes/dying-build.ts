import { openDocumentTables } from '../../../adapters/storage/search/document-tables.ts';
import { sourcesWith } from '../values/sources.ts';

/**
 * A process that brings the search database at `path` in line with sources that contain a word. At source `stopAt` it
 * prints `reading` and waits to be killed.
 */
const { path, word, count, stopAt } = JSON.parse(process.argv[2] ?? '{}') as {
  readonly path: string;
  readonly word: string;
  readonly count: number;
  readonly stopAt: number;
};
// Keeps the process alive.
setInterval(() => {}, 60_000);
const sources = sourcesWith(word, count).map((source, at) => ({
  ...source,
  read: () => {
    if (at !== stopAt) return source.read();
    process.stdout.write('reading\n');
    return new Promise<never>(() => {});
  },
}));
await openDocumentTables(path, { info: () => {}, warn: () => {} }).agree(() => sources);
process.stdout.write('done\n');
