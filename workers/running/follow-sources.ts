import type { Logger } from 'pino';
import { watchSources } from '../../adapters/storage/documents/watch-sources.ts';
import type { OfSteward } from '../../adapters/temporal/client/call-server.ts';
import { triggerRefresh } from '../../adapters/temporal/runs/schedules.ts';
import type { Config } from '../../config/schema.ts';
import { sourceOrigins } from '../../domain/documents/source-origins.ts';

/** Starts a refresh now, and within seconds of each change in the folders of documents or in the links file. */
export function followSources({
  config,
  steward,
  log,
}: {
  readonly config: Config;
  readonly steward: OfSteward;
  readonly log: Logger;
}): { readonly stop: () => void } {
  const { folders, links_file_path: linksFile } = sourceOrigins(config);

  const refresh = () => {
    triggerRefresh(steward).then(
      () => log.info({}, 'refresh_triggered'),
      // The next scheduled refresh notices the change anyway.
      () => log.warn({}, 'refresh_not_triggered'),
    );
  };
  // For changes while this process was not running.
  refresh();
  return watchSources({
    folders: folders.map(({ folder }) => folder),
    files: linksFile === null ? [] : [linksFile],
    onChange: refresh,
    log,
  });
}
