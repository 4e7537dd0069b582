import { readFileSync, writeSync } from 'node:fs';
import type { RawEntry } from '../../../domain/team/qa-pair.ts';
import { openStorage } from '../../../adapters/storage/open-storage.ts';
import { storagePaths } from '../storage/storage-paths.ts';
import { addPair } from '../storage/add-pair.ts';

/**
 * A process that captures entries into one topic and prints each id that is done. Tests start several on one folder,
 * and kill them. The argument is the data folder; the entries come as JSON on standard input.
 */
const [dataDir = ''] = process.argv.slice(2);
const quiet = { info: () => undefined, warn: () => undefined };
const storage = await openStorage({ paths: storagePaths({ dataDir, sourcesDir: dataDir }), log: quiet });
const { library, records } = storage;
const say = (text: string) => writeSync(1, `${text}\n`);

say('open');
for (const entry of JSON.parse(readFileSync(0, 'utf8')) as readonly RawEntry[]) {
  const written = await library.appendRaw(entry, new Date());
  say(`raw ${entry.conversationId}`);
  // Another process may have settled it meanwhile, or changed the topic.
  while (!(await library.ledger(1)).settled.has(written.qaId)) await addPair(library, written);
  say(`pair ${written.qaId}`);
  const claim = {
    owner: String(process.pid),
    messageIds: entry.messageIds,
    snapshot: null,
    reason: '',
  };
  if (await records.claim(claim)) say(`claim ${entry.conversationId}`);
}
say('done');
await storage.close();
