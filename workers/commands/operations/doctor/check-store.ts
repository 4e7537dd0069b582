import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { inspectFiles } from '../../../../adapters/storage/inspect-store.ts';
import { storageFailure } from '../../../../adapters/storage/storage-failure.ts';
import type { Storage } from '../../../../adapters/storage/open-storage.ts';
import type { Config } from '../../../../config/schema.ts';
import { countOf } from '../../../../domain/values/text.ts';
import { configFingerprint, differences } from '../../../running/announce.ts';
import { openStore, pathsOf, temporalDir } from '../../../wiring/open-adapters.ts';
import { embeddedDatabase } from '../../../../adapters/temporal/server/server-record.ts';
import { passed, problem, warning, type CheckResult } from './finding.ts';

/** Checks the database and its files. A missing store is fine before the first start, which creates it. */
export async function checkStore(config: Config): Promise<readonly CheckResult[]> {
  const dir = resolve(config.storage.data_dir);
  const paths = pathsOf(config);
  const isFile = config.storage.kind !== 'postgres';
  if (isFile && !existsSync(paths.database))
    return [existsSync(embeddedDatabase(temporalDir(config))) ? storeIsGone(paths) : nothingYet(dir)];
  const files = existsSync(dir) ? inspectFiles(paths) : [];
  if (files.some(({ severity, message }) => severity === 'problem' && message.includes(paths.database)))
    return files;
  const said: CheckResult[] = [];
  // What opening the store has repaired or could not repair. The log's messages begin with the name of an event.
  const warn = (_: object, message: string) => void said.push(warning(message.replace(/^[a-z_]+: /u, '')));
  const storage = await openStore(config, { log: { info: () => {}, warn } });
  try {
    const { library, records, knownSources } = storage;
    const failed = (await library.failedCaptures()).length;
    const waiting = (await library.unsettled(await library.liveGeneration())).length;
    const inspected = await storage.inspect();
    const isSaid = new Set(inspected.map(({ message }) => message));
    const found = [...files, ...inspected, ...said.filter(({ message }) => !isSaid.has(message))];
    if (failed > 0)
      found.push(warning(`${countOf(failed, 'capture')} failed: npx steward captures list --status failed`));
    const unread = (await knownSources.all()).filter(
      ({ kind, error, record }) =>
        (kind === 'file' || kind === 'url') && error === null && !record?.summary_text,
    ).length;
    if (unread > 0)
      found.push(
        warning(
          `no answer comes from ${countOf(unread, 'document')} yet, which the index lacks: npx steward index`,
        ),
      );
    for (const difference of differences(configFingerprint(config), await records.workers()))
      found.push(problem(`the config here is not that of a worker: ${difference}`));
    const entries = (await library.rawEntries()).length;
    return [
      passed(
        `${isFile ? dir : storage.place}: ${countOf(entries, 'entry', 'entries')} in the archive, ${waiting} not captured yet`,
      ),
      ...found,
    ];
  } finally {
    await storage.close();
  }
}

function nothingYet(dir: string): CheckResult {
  let existing = dir;
  while (!existsSync(existing)) existing = dirname(existing);
  try {
    // The slash refuses a file in the place of a folder.
    accessSync(`${existing}/`, constants.W_OK);
    return passed(`${dir}: nothing yet, the first start creates it`);
  } catch (error) {
    return problem(storageFailure(error).message);
  }
}

const storeIsGone = ({ database, libraryDir }: ReturnType<typeof pathsOf>): CheckResult =>
  problem(
    `${database} is gone, although Temporal has run for it here: stop Steward and restore a backup (npx steward storage ` +
      `restore FILE). The next start creates a new one, which contains only what the text files in ${libraryDir} do`,
  );

/** Opens the store for a check. Returns nothing if there is none or it cannot be opened, which another check reports. */
export async function withStore<Found>(
  config: Config,
  look: (storage: Storage) => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
  if (config.storage.kind !== 'postgres' && !existsSync(pathsOf(config).database)) return [];
  const storage = await openStore(config, { log: { info: () => {}, warn: () => {} } }).catch(() => null);
  try {
    return storage ? await look(storage) : [];
  } finally {
    await storage?.close();
  }
}
