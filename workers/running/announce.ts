import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Storage } from '../../adapters/storage/open-storage.ts';
import type { WorkerRole } from '../../adapters/temporal/worker/worker-roles.ts';
import type { Config } from '../../config/schema.ts';
import { Secret } from '../../config/secret.ts';
import type { AnnouncedWorker } from '../../domain/ports/records.ts';
import { version } from '../wiring/identity.ts';

const announceMilliseconds = 60_000;

export type Fingerprint = AnnouncedWorker['fingerprint'];

/** The sections of the config that may differ between hosts. */
const ofHost: readonly string[] = ['storage', 'temporal', 'http', 'metrics', 'logging'];

/** One hash for each section that all hosts must share, without paths and secrets, which not every host needs. */
export const configFingerprint = (config: Config): Fingerprint =>
  Object.fromEntries(
    Object.entries(config)
      .filter(([section]) => !ofHost.includes(section))
      .map(([section, settings]) => [section, hashOf(settings)]),
  );

/** One line for each worker whose config differs. Ignores workers of other versions, whose defaults may differ. */
export function differences(own: Fingerprint, workers: readonly AnnouncedWorker[]): readonly string[] {
  const ofThisVersion = workers.filter((worker) => worker.version === version);
  return ofThisVersion.flatMap(({ name, roles, fingerprint }) => {
    const sections = Object.keys(own).filter((section) => own[section] !== fingerprint[section]);
    return sections.length === 0 ? [] : [`${name} (${roles.join(', ')}) differs in ${sections.join(', ')}`];
  });
}

/** Announces a worker in the store until it stops, with hashes of its config, and warns of others whose config differs. */
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
