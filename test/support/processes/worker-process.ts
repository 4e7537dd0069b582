import { flushCompileCache } from 'node:module';
import { createLiveConfig } from '../../../workers/wiring/live-config.ts';
import { embeddedSettings } from '../../../adapters/temporal/client/connection-settings.ts';
import { configSchema } from '../../../config/schema.ts';
import { Secret } from '../../../config/secret.ts';
import { createLogger } from '../../../workers/wiring/logger.ts';
import { openSteward } from '../../../workers/wiring/open-steward.ts';
import { openVoice } from '../discord/open-voice.ts';

/**
 * A worker with all roles in a process of its own. Its settings come from the test that started it. The test listens to
 * Discord; this process only posts. With `dieAfter` it dies after a step of that name, before Temporal learns of it.
 */
const {
  config: given,
  storageUrl,
  token,
  address,
  namespace,
  dieAfter,
  isVersioned,
} = JSON.parse(process.env['TEST_WORKER'] ?? '{}') as {
  readonly config: { readonly storage: object };
  readonly storageUrl: string | null;
  readonly token: string;
  readonly address: string;
  readonly namespace: string;
  readonly dieAfter: string | null;
  readonly isVersioned: boolean;
};
const url = storageUrl === null ? null : new Secret(storageUrl);
const config = configSchema.parse({ ...given, storage: { ...given.storage, url } });
const log = createLogger({ level: 'silent', file: null });
const { chat, listed } = await openVoice(config, token, log);
const temporal = embeddedSettings({ address, namespace });
const steward = await openSteward({
  live: createLiveConfig(config),
  config,
  env: process.env,
  log,
  temporal,
  chat,
  listed,
});
const { ended } = await steward.work(['all'], {
  deployment: isVersioned ? config.temporal.deployment : null,
  activityInterceptors: [
    ({ info }) => ({
      inbound: {
        execute: async (input, next) => {
          const result: unknown = await next(input);
          if (info.activityType === dieAfter) process.kill(process.pid, 'SIGKILL');
          return result;
        },
      },
    }),
  ],
});
process.stdout.write('ready\n');
// A process that is killed leaves nothing in the cache of compiled modules.
flushCompileCache();
await ended;
