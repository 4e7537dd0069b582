import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openStorage } from '../open-storage.ts';
import { addPair } from '../../../test/support/storage/add-pair.ts';
import {
  pair,
  testFolder,
  testLog,
  testPaths,
  testPostgres,
  writeText,
} from '../../../test/support/storage/test-store.ts';

const words = ['port', 'fan', 'driver', 'disk', 'network', 'password'];
const pages = Array.from({ length: 24 }, (_, at) => {
  const [a = '', b = ''] = [words[at % words.length], words[(at * 5 + 1) % words.length]];
  const text = `# The ${a} ${at}\n\nSet the ${a} before the ${b}.\n\n## ${b}\n\n${`${b} and ${a}. `.repeat((at % 4) + 1)}\n`;
  return { name: `${a}-${at}.md`, text };
});

/** What is found for each word, with scores, in a store of this engine. */
async function found(postgres: Awaited<ReturnType<typeof testPostgres>>) {
  const folder = testFolder();
  for (const { name, text } of pages) writeText(join(folder, 'docs', name), text);
  const storage = await openStorage({ paths: testPaths(folder), postgres, log: testLog() });
  onTestFinished(() => storage.close());
  const { files } = await storage.documents.discover();
  for (const file of files) await storage.documents.read(file);
  const record = (name: string) =>
    ({
      source_type: 'file',
      content_hash: name,
      summary_text: `About ${name}.`,
      last_indexed_at: '2026-02-01T00:00:00Z',
      summary_pending: false,
      file: { rel_path: name, size_bytes: 1, mtime_ns: 1n },
    }) as const;
  const sources = Object.fromEntries(pages.map(({ name }) => [`kb:${name}`, record(name)]));
  await storage.documentIndex.publish({ schema_version: 1, generated_at: '2026-02-01T00:00:00Z', sources });
  const turns = [
    { label: 'User', text: 'Which port does the fan use?' },
    { label: 'Team', text: 'None.' },
  ] as const;
  await addPair(storage.library, pair(1, { turns }));
  const queries = [...words, 'set the port before the fan', 'password of the network disk'];
  const hits = [];
  for (const query of queries) hits.push(await storage.sources.search({ query, generation: 1, limit: 10 }));
  return hits;
}

it('finds the same on either engine, in the same order and with the same scores', async () => {
  const onFile = await found(null);
  const onServer = await found(await testPostgres(testFolder()));
  expect(onServer).toEqual(onFile);
  expect(onFile.every((hits) => hits.length > 3)).toBe(true);
});
