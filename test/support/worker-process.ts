import { embeddedSettings } from '../../adapters/temporal/client/connection-settings.ts';
import { openCommunity } from '../../adapters/terminal/community.ts';
import { configSchema } from '../../config/schema.ts';
import { createLogger } from '../../workers/wiring/logger.ts';
import { openSteward } from '../../workers/wiring/wiring.ts';

/**
 * A worker with all roles in a process of its own. Its settings come from the test that started it. With `dieAfter` it
 * dies when it has done a step of that name, before Temporal hears of it.
 */
const {
  config: given,
  address,
  namespace,
  dieAfter,
} = JSON.parse(process.env['TEST_WORKER'] ?? '{}') as {
  readonly config: unknown;
  readonly address: string;
  readonly namespace: string;
  readonly dieAfter: string | null;
};
const config = configSchema.parse(given);
const community = openCommunity({
  path: `${config.storage.data_dir}/community.sqlite`,
  now: () => new Date(),
});
const steward = await openSteward({
  config,
  env: process.env,
  log: createLogger({ level: 'silent', file: null }),
  temporal: embeddedSettings({ address, namespace }),
  chat: community,
});
const { ended } = await steward.work(['all'], {
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
await ended;
