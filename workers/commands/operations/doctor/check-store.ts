import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { inspectFiles } from '../../../../adapters/storage/inspect-store.ts';
import type { Storage } from '../../../../adapters/storage/open-storage.ts';
import type { Config } from '../../../../config/schema.ts';
import { countOf } from '../../../../domain/values/text.ts';
import { explain } from '../../../cli/exit.ts';
import { lacksStore, openStore, pathsOf, temporalDir } from '../../../wiring/open-adapters.ts';
import { embeddedDatabase } from '../../../../adapters/temporal/server/server-record.ts';
import { passed, problem, warning, type CheckResult } from './finding.ts';

/** The store as it is found, open for all checks. */
export interface FoundStore {
  /** Null if there is none or it cannot be opened. */
  readonly storage: Storage | null;
  /** Why there is none, or what is wrong with its files, opening included. */
  readonly findings: readonly CheckResult[];
}

/** Opens the store. A missing one is fine before the first start, which creates it. Never throws. */
export async function findStore(config: Config): Promise<FoundStore> {
  const findings: CheckResult[] = [];
  try {
    const dir = resolve(config.storage.data_dir);
    const paths = pathsOf(config);
    if (lacksStore(config)) {
      const isGone = existsSync(embeddedDatabase(temporalDir(config)));
      return {
        storage: null,
        findings: [isGone ? storeIsGone(paths) : passed(`${dir}: nothing yet, the first start creates it`)],
      };
    }
    if (existsSync(dir)) findings.push(...inspectFiles(paths));
    if (findings.some(({ severity, message }) => severity === 'problem' && message.includes(paths.database)))
      return { storage: null, findings };
    const log = { info: () => {}, warn: () => {} };
    return { storage: await openStore(config, { log }), findings };
  } catch (error) {
    return { storage: null, findings: [...findings, problem(explain(error).sentence)] };
  }
}

/** Checks the contents of the store. */
export async function checkStore(
  config: Config,
  { storage, findings }: FoundStore,
): Promise<readonly CheckResult[]> {
  if (storage === null) return findings;
  const { library } = storage;
  const failed = (await library.failedCaptures()).length;
  const waiting = (await library.unsettled(await library.liveGeneration())).length;
  const results: CheckResult[] = [...findings, ...(await storage.inspect())];
  if (failed > 0) results.push(warning(`${countOf(failed, 'capture')} failed: npx steward captures list`));
  const entries = (await library.rawEntries()).length;
  const place = config.storage.kind === 'postgres' ? storage.place : resolve(config.storage.data_dir);
  return [
    passed(`${place}: ${countOf(entries, 'entry', 'entries')} in the archive, ${waiting} not captured yet`),
    ...results,
  ];
}

const storeIsGone = ({ database, libraryDir }: ReturnType<typeof pathsOf>): CheckResult =>
  problem(
    `${database} is gone, although Temporal has run for it here: stop Steward and restore a backup (npx steward storage ` +
      `restore FILE). The next start creates a new one, which contains only what the text files in ${libraryDir} do`,
  );
