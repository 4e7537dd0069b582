import { join } from 'node:path';
import { openStorage, type Storage } from '../../adapters/storage/open-storage.ts';
import { storagePaths } from '../../test/support/storage/storage-paths.ts';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import { formatRawEntry } from '../../domain/team/qa-blocks.ts';
import type { RawEntry } from '../../domain/team/qa-pair.ts';
import { snowflakeAt } from '../../domain/values/snowflake.ts';
import { createLogger } from '../../workers/wiring/logger.ts';
import type { CaptureHistoryProgress } from '../../workflows/contract/team.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import type { DiscordBench } from '../support/discord-bench.ts';

/** What was captured under kills, compared with what an undisturbed Steward captures from the same Discord. */
export interface BesideUndisturbed {
  /** Entries of the archive that are the same in both, byte by byte. */
  readonly same: number;
  /** Messages with the same words in entries of another form. */
  readonly regrouped: number;
  /** Messages that only one of them has, or that have other words. */
  readonly different: number;
  /** Whether the topics are the same, byte by byte. */
  readonly topics_same: boolean;
}

const taskQueue = 'undisturbed';

/**
 * Captures the history of every channel by a Steward with its own store and queues, and compares. The archive is in the
 * order in which runs ended, so entries are compared one by one; topics are in the order of time.
 */
export async function compareUndisturbed(
  bench: DiscordBench,
  { storage, since }: { readonly storage: Storage; readonly since: Date },
): Promise<BesideUndisturbed> {
  const { discord, channels, config, temporal, dir } = bench;
  const dataDir = join(dir, taskQueue);
  const env = { STEWARD__STORAGE__DATA_DIR: dataDir, STEWARD__TEMPORAL__TASK_QUEUE: taskQueue };
  await bench.worker(taskQueue, 'all', { env });
  const client = await temporal.connect();
  const own = await openStorage({
    paths: storagePaths({ dataDir, sourcesDir: config.kb.sources_dir }),
    log: createLogger({ level: 'silent', file: null }),
  });
  try {
    for (const channel of channels) {
      const channelId = discord.channelId(channel);
      const input = { channelId, since: since.toISOString(), afterMessageId: snowflakeAt(since) };
      const run = await startOnce(client, startsOf(taskQueue).captureHistory(input));
      const { failed } = await waitForResult<CaptureHistoryProgress>({ client, ...run });
      if (failed > 0) throw new Error(`${failed} captures failed without a disturbance`);
    }
    return compare(await capturedBy(storage), await capturedBy(own));
  } finally {
    await own.close();
    await client.connection.close();
  }
}

async function capturedBy({ library }: Storage) {
  const entries = await library.rawEntries();
  const topics = await library.topics(await library.liveGeneration());
  return { entries, topics: topics.map(({ slug, text }) => [slug, text]) };
}

type Captured = Awaited<ReturnType<typeof capturedBy>>;

function compare(killed: Captured, undisturbed: Captured): BesideUndisturbed {
  const texts = new Set(undisturbed.entries.map(formatRawEntry));
  const isSame = (entry: RawEntry) => texts.has(formatRawEntry(entry));
  const [ours, theirs] = [wordsOf(killed.entries), wordsOf(undisturbed.entries)];
  const messages = [...new Set([...ours.keys(), ...theirs.keys()])];
  const different = messages.filter((id) => ours.get(id) !== theirs.get(id)).length;
  const moved = wordsOf(killed.entries.filter((entry) => !isSame(entry)));
  return {
    same: killed.entries.filter(isSame).length,
    regrouped: [...moved].filter(([id, words]) => theirs.get(id) === words).length,
    different,
    topics_same: JSON.stringify(killed.topics) === JSON.stringify(undisturbed.topics),
  };
}

/** The words of each message, repeated for each entry of the archive that has it. */
function wordsOf(entries: readonly RawEntry[]): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const { messageIds, turns } of entries)
    for (const [at, id] of messageIds.entries())
      words.set(id, `${words.get(id) ?? ''}${turns[at]?.label}: ${turns[at]?.text}\n`);
  return words;
}
