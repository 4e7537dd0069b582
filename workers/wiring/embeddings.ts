import {
  downloadMegabytes,
  embeddingsDir,
  fetchFiles,
  wrongFile,
} from '../../adapters/embeddings/model-files.ts';
import { openLocalEmbeddings } from '../../adapters/embeddings/local-embeddings.ts';
import { openRemoteEmbeddings } from '../../adapters/embeddings/remote-embeddings.ts';
import type { CallMeter } from '../../adapters/llm/call-meter.ts';
import { stewardCacheDir } from '../../adapters/packages/cache-dir.ts';
import type { StorageLog } from '../../adapters/storage/storage-log.ts';
import type { Config } from '../../config/schema.ts';
import type { Embeddings } from '../../domain/ports/model.ts';
import { PortError } from '../../domain/ports/errors.ts';

export interface OpenedEmbeddings {
  /** Null when they are switched off. */
  readonly embeddings: Embeddings | null;
  /** Fetches what they need and logs that, or why it failed. Never throws. */
  readonly prepare: () => Promise<void>;
  /** Books later calls to an endpoint on this meter. */
  readonly charge: (meter: CallMeter) => void;
  readonly close: () => void;
}

/** Opens the embeddings of the config. Fetches and starts nothing before it is needed. */
export function openEmbeddings(
  { kb: { embeddings } }: Config,
  env: NodeJS.ProcessEnv,
  log: StorageLog,
): OpenedEmbeddings {
  const none = { prepare: () => Promise.resolve(), charge: () => {}, close: () => {} };
  if (embeddings === 'off') return { embeddings: null, ...none };
  if (embeddings !== 'local') {
    const { base_url: baseUrl, model, api_key: key } = embeddings;
    const remote = openRemoteEmbeddings(baseUrl, model, key?.reveal() ?? null);
    return { ...none, embeddings: remote, charge: (meter) => remote.charge(meter) };
  }
  const dir = embeddingsDir(stewardCacheDir(env));
  const local = openLocalEmbeddings(dir);
  return {
    ...none,
    embeddings: local,
    prepare: () => prepareFiles(dir, env, log),
    close: () => local.close(),
  };
}

async function prepareFiles(dir: string, env: NodeJS.ProcessEnv, log: StorageLog): Promise<void> {
  if ((await wrongFile(dir)) === null) return;
  log.info(
    { dir },
    `embeddings_fetching: downloading a model that finds pages by meaning, ${downloadMegabytes} MB, once; search uses words ` +
      'until it is there. kb.embeddings: off disables it',
  );
  try {
    await fetchFiles(dir, env);
    log.info({ dir }, 'embeddings_fetched');
  } catch (error) {
    const reason =
      error instanceof PortError ? error.message : `its folder cannot be written (${codeOf(error)})`;
    log.warn(
      { dir },
      `embeddings_missing: the model cannot be fetched: ${reason}. Search uses words; the next start tries again`,
    );
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
