import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Storage } from '../../adapters/storage/open-storage.ts';
import type { WorkerRole } from '../../adapters/temporal/worker/worker-roles.ts';
import type { Config } from '../../config/schema.ts';
import { Secret } from '../../config/secret.ts';
import type { AnnouncedWorker } from '../../domain/ports/records.ts';
import { version } from '../wiring/identity.ts';

/**
 * Workers of one Steward run on several hosts, each with a config of its own. What they have to agree on is compared by
 * hashes, which each worker announces in the store.
 */

const announceMilliseconds = 60_000;

export type Fingerprint = AnnouncedWorker['fingerprint'];

/** The sections of the config in which a host is free. All others have to be the same on all. */
const ofHost: readonly string[] = ['storage', 'temporal', 'http', 'metrics', 'logging'];

/** One hash for each section, without paths and secrets: not every host needs every key. */
export const configFingerprint = (config: Config): Fingerprint =>
  Object.fromEntries(
    Object.entries(config)
      .filter(([section]) => !ofHost.includes(section))
      .map(([section, settings]) => [section, hashOf(settings)]),
  );

/** Whose config differs, and in what; one line each. A worker of another version may have other defaults. */
export function differences(own: Fingerprint, workers: readonly AnnouncedWorker[]): readonly string[] {
  const ofThisVersion = workers.filter((worker) => worker.version === version);
  return ofThisVersion.flatMap(({ name, roles, fingerprint }) => {
    const sections = Object.keys(own).filter((section) => own[section] !== fingerprint[section]);
    return sections.length === 0 ? [] : [`${name} (${roles.join(', ')}) differs in ${sections.join(', ')}`];
  });
}

/** Announces a worker until it is stopped, and warns of others whose config differs. */
export async function announceWorker({
  config,
  storage,
  roles,
  log,
}: {
  readonly config: Config;
  readonly storage: Storage;
  readonly roles: readonly WorkerRole[];
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

const hashOf = (settings: unknown): string =>
  createHash('sha256').update(JSON.stringify(settings, shared)).digest('hex').slice(0, 16);

const isPath = /^folder$|_(?:dir|path|files)$/u;

function shared(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  if (isPath.test(key)) return undefined;
  return this[key] instanceof Secret ? null : value;
}
