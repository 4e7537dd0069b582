import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import type { LoadedConfig } from '../../config/load.ts';
import { pathText } from '../../config/problem.ts';
import type { Config } from '../../config/schema.ts';
import { sourceOrigins, type SourceOrigins } from '../../domain/documents/source-origins.ts';
import type { PageRecords } from '../../domain/ports/handler-records.ts';

export type LiveConfig = ReturnType<typeof createLiveConfig>;

const followMilliseconds = 10_000;

/**
 * The settings as they are now: the file's and the environment's, with what moderators change on the page. `started` has the overrides of
 * this process, which no change touches. `withChanges` is null where no moderator can change anything, as in a demo.
 */
export function createLiveConfig(started: Config, withChanges: LoadedConfig['withChanges'] | null = null) {
  let config = started;
  let changeCount = 0;
  let timer: NodeJS.Timeout | undefined;
  let renew = async (): Promise<void> => {};
  const listeners: ((formerConfig: Config) => Promise<unknown>)[] = [];
  const takeOver = async (records: Pick<PageRecords, 'settingChanges'>, log: Logger) => {
    const changes = await records.settingChanges();
    if (!withChanges || changes.length === changeCount) return;
    const { config: changed, setAside } = withChanges(changes);
    for (const { change, problems } of setAside)
      log.warn(
        { setting: pathText(change.path), expected: problems.map(({ expected }) => expected) },
        'setting_set_aside',
      );
    const formerConfig = config;
    config = withChangeable(started, changed);
    for (const listener of listeners) await listener(formerConfig);
    // After the listeners: one that fails is called again.
    changeCount = changes.length;
    log.info({ changes: changes.length }, 'settings_changed');
  };
  return {
    current: (): Config => config,
    withChanges,
    /** Takes over what moderators have changed, now and every few seconds, until `close`. */
    async follow(records: Pick<PageRecords, 'settingChanges'>, log: Logger): Promise<void> {
      renew = () => takeOver(records, log).catch(() => log.warn({}, 'settings_not_taken_over'));
      await renew();
      timer = setInterval(() => void renew(), followMilliseconds).unref();
    },
    /** Takes it over at once. */
    renew: () => renew(),
    /** Calls the listener after each change, with the settings before it. */
    onChange: (listener: (formerConfig: Config) => Promise<unknown>) => void listeners.push(listener),
    close: () => clearInterval(timer),
  };
}

const withChangeable = (started: Config, { ai_response, discord, kb }: Config): Config => ({
  ...started,
  ai_response: { ...started.ai_response, project_introduction: ai_response.project_introduction },
  discord: { ...started.discord, channels: discord.channels },
  kb: { ...started.kb, sources: kb.sources },
});

/** What is made of the settings, made anew whenever they have changed. */
export function perConfig<Made>({ current }: Pick<LiveConfig, 'current'>, make: (config: Config) => Made) {
  let cached: { readonly config: Config; readonly made: Made } | null = null;
  return (): Made => {
    const config = current();
    if (cached?.config !== config) cached = { config, made: make(config) };
    return cached.made;
  };
}

/** The origins of documents, as the settings name them at each use. */
export function liveOrigins(live: Pick<LiveConfig, 'current'>): SourceOrigins {
  let origins = sourceOrigins(live.current());
  // What has not changed stays the same object, as work that is under way compares them.
  const unchanged = <Origin>(lastOrigins: readonly Origin[], next: readonly Origin[]): readonly Origin[] =>
    next.map((one) => lastOrigins.find((other) => isDeepStrictEqual(one, other)) ?? one);
  const now = perConfig(live, (config) => {
    const next = sourceOrigins(config);
    origins = {
      ...next,
      folders: unchanged(origins.folders, next.folders),
      urls: unchanged(origins.urls, next.urls),
      sites: unchanged(origins.sites, next.sites),
    };
    return origins;
  });
  return {
    get folders() {
      return now().folders;
    },
    get urls() {
      return now().urls;
    },
    get sites() {
      return now().sites;
    },
    get links_file_path() {
      return now().links_file_path;
    },
  };
}
