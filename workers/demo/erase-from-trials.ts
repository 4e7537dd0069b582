import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ErasurePlan, PersonErasure } from '../../domain/ports/library.ts';
import { isKnown } from '../../domain/team/person-traces.ts';
import { createLogger } from '../wiring/logger.ts';
import { openStore } from '../wiring/open-adapters.ts';
import { conversationFile, home, terminalConfig } from './fixed-config.ts';

/** A folder of `demo` or `dev` that contained words of the person. */
export interface ErasedTrial {
  readonly dataDir: string;
}

/**
 * Erases a person from what `demo` and `dev` keep in this folder: from their stores, and by deleting the whole conversation of the
 * emulated Discord.
 */
export async function eraseFromTrials(
  request: Parameters<PersonErasure['erase']>[0],
): Promise<readonly ErasedTrial[]> {
  const erasedTrials: ErasedTrial[] = [];
  for (const dataDir of trialFolders()) {
    const isInStore = isKnown(await eraseFromStore(dataDir, request));
    const conversation = join(dataDir, conversationFile);
    const isSpoken =
      existsSync(conversation) && readFileSync(conversation, 'utf8').includes(`"${request.userId}"`);
    if (isSpoken && !request.dryRun) rmSync(conversation);
    if (isInStore || isSpoken) erasedTrials.push({ dataDir: relative(process.cwd(), dataDir) });
  }
  return erasedTrials;
}

const trialFolders = (): readonly string[] => {
  const tried = join(home, 'dev');
  const folders = existsSync(tried) ? readdirSync(tried).map((name) => join(tried, name)) : [];
  return [join(home, 'demo'), ...folders].filter((dataDir) => existsSync(join(dataDir, 'steward.sqlite')));
};

async function eraseFromStore(
  dataDir: string,
  request: Parameters<PersonErasure['erase']>[0],
): Promise<ErasurePlan> {
  const config = terminalConfig({ kb: dataDir, dataDir });
  const storage = await openStore(config, { log: createLogger({ level: 'warn', file: null }) });
  try {
    return await storage.erasure.erase(request);
  } finally {
    await storage.close();
  }
}
