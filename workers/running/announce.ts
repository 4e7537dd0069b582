import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Storage } from '../../adapters/storage/open-storage.ts';
import type { WorkerRole } from '../../adapters/temporal/worker/worker-roles.ts';
import type { Config } from '../../config/schema.ts';
import type { AnnouncedWorker } from '../../domain/ports/records.ts';
import { sourceOrigins } from '../../domain/documents/source-origins.ts';

/**
 * Workers of one Steward run on several hosts, each with a config of its own. What they have to agree on is compared by
 * hashes, which each worker announces in the store.
 */

const announceMilliseconds = 60_000;

export type Fingerprint = AnnouncedWorker['fingerprint'];

/** Keys are left out, and so are the paths of a host. */
export function configFingerprint(config: Config): Fingerprint {
  const { ai_response: ai, kb } = config;
  const { folders, urls, sites } = sourceOrigins(config);
  return {
    models: hashOf([ai.llm, ai.steps, kb.llm, kb.steps]),
    prompts: hashOf(promptsIn(config)),
    'knowledge base': hashOf([
      folders.map((origin) => ({ ...origin, folder: '' })),
      urls,
      sites,
      kb.qa_raw_last_processed_id,
    ]),
  };
}

/** Whose config differs, and in what; one line each. */
export function differences(own: Fingerprint, workers: readonly AnnouncedWorker[]): readonly string[] {
  return workers.flatMap(({ name, roles, fingerprint }) => {
    const parts = Object.keys(own).filter((part) => own[part] !== fingerprint[part]);
    return parts.length === 0 ? [] : [`${name} (${roles.join(', ')}) has other ${parts.join(' and other ')}`];
  });
}

/** Announces a worker until it is stopped, and warns of others whose config differs. */
export async function announceWorker({
  config,
  storage,
  roles,
  version,
  log,
}: {
  readonly config: Config;
  readonly storage: Storage;
  readonly roles: readonly WorkerRole[];
  readonly version: string;
  readonly log: Logger;
}): Promise<{ readonly stop: () => Promise<void> }> {
  const fingerprint = configFingerprint(config);
  const name = `${hostname()}:${process.pid}`;
  const announce = () => storage.records.announceWorker({ name, roles, version, fingerprint });
  await announce();
  for (const difference of differences(fingerprint, await storage.records.workers())) {
    log.warn({}, `config_differs: ${difference}; give all hosts the same config`);
  }
  const timer = setInterval(() => void announce().catch(() => {}), announceMilliseconds);
  return {
    async stop() {
      clearInterval(timer);
      await storage.records.leaveWorker(name).catch(() => {});
    },
  };
}

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

function promptsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' ? (/prompt|description/u.test(key) ? [inner] : []) : promptsIn(inner),
  );
}
