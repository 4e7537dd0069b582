import { startRegenerate } from '../../adapters/temporal/runs/runs.ts';
import { signalWithStart } from '../../adapters/temporal/client/start-once.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import { replyRecord } from '../../test/support/values/messages.ts';
import { messageArrived } from '../../workflows/contract/intake.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { benchQueue } from '../support/bench-steward.ts';
import { appendPairs, capturePair, numberPair } from '../library/library-pairs.ts';
import { faqCorpora, linkedQuestions } from '../corpora/linked-questions.ts';
import { markdownPages, type MarkdownPage } from '../corpora/markdown-pages.ts';
import { openReplySteward, recordOf, type ReplySteward } from '../reply/reply-steward.ts';
import { writePages } from '../search/search-knowledge.ts';
import { median, millisecondsOf, round, sumOf } from '../bench-results.ts';
import { benchFolder } from '../support/bench-folder.ts';

/* One size of `scale`, in a process of its own, because it measures memory. It posts the figures. */

export interface ScaleFigures {
  readonly search_ms: number;
  readonly capture_ms: number;
  /** Per pair. */
  readonly rebuild_ms: number;
  /** Beside the model, one at a time. */
  readonly reply_ms: number;
  readonly prompt_tokens: number;
  readonly memory_mb: number;
}

const timed = { searches: 40, captures: 15, replies: 20 };
/** Longer than the measurement. */
const openMilliseconds = 3_600_000;

/** Repeats pages, because there are fewer than 5,000. */
const manyPages = (pages: readonly MarkdownPage[], size: number): readonly MarkdownPage[] =>
  Array.from({ length: size }, (_, at) => {
    const { path = '', text = '' } = pages[at % pages.length] ?? {};
    return { path: at < pages.length ? path : `copy-${Math.floor(at / pages.length)}/${path}`, text };
  });

const [pages = 0, pairs = 0, windows = 0, records = 0] = process.argv.slice(2).map(Number);
const all = (await Promise.all(faqCorpora.map(markdownPages))).flat();
const questions = (await Promise.all(faqCorpora.map(linkedQuestions))).flat();
await using folder = await benchFolder();
await writePages(folder.path, manyPages(all, pages));
await using bench = await openReplySteward({ sourcesDir: folder.path, shelves: Math.round(pairs / 10) });
process.send?.(await measure(bench));

async function measure(bench: ReplySteward): Promise<ScaleFigures> {
  const { steward, question, overheads, countPrompts } = bench;
  const { client, storage } = steward;
  await fill(bench);
  await appendPairs(
    steward,
    Array.from({ length: pairs }, (_, at) => numberPair(at)),
  );
  const run = await startRegenerate({ client, taskQueue: benchQueue });
  const rebuilt = await millisecondsOf(() => waitForResult({ client, ...run }));
  const captures = await each(timed.captures, (at) => capturePair(steward, numberPair(pairs + at), at));
  const generation = await storage.library.liveGeneration();
  const searches = await each(timed.searches, (at) => {
    const { question: query = '' } = questions[(at * 7) % questions.length] ?? {};
    return storage.sources.search({ query, generation, limit: 50 });
  });
  const asked: string[] = [];
  await each(timed.replies + 3, async () => asked.push(await question()));
  const replies = await overheads(asked.slice(3));
  const memory_mb = Math.round(process.memoryUsage.rss() / 1024 ** 2);
  countPrompts();
  const { modelCalls } = await recordOf(steward, await question());
  return {
    search_ms: median(searches),
    capture_ms: median(captures),
    rebuild_ms: round(rebuilt / pairs, 1),
    reply_ms: median(replies),
    prompt_tokens: sumOf(modelCalls.map(({ inputTokens }) => inputTokens)),
    memory_mb,
  };
}

/** Opens windows that stay open, and adds rows of replies of the past year. */
async function fill({ steward: { client, storage } }: ReplySteward): Promise<void> {
  const year = 365 * 86_400_000;
  for (let at = 0; at < records; at += 100) {
    const some = Array.from({ length: Math.min(100, records - at) }, (_, one) => {
      const createdAt = new Date(Date.now() - (year * (at + one)) / records).toISOString();
      return replyRecord(String(1_000_000_000_000_000_000n + BigInt(at + one)), {
        status: 'answered',
        createdAt,
        authorId: String((at + one) % 50_000),
        guildId: '1',
        question: `How do I set the port of server number ${at + one}?`,
      });
    });
    await Promise.all(some.map((record) => storage.records.insertReplyRecord(record)));
  }
  const waits = {
    waitMilliseconds: openMilliseconds,
    maxWaitMilliseconds: openMilliseconds,
    directWaitMilliseconds: openMilliseconds,
  };
  for (let at = 0; at < windows; at += 1) {
    const about = { isDirect: false, link: '', messageId: String(at) };
    const input = { guildId: '1', channelId: '2', locationId: '2', authorId: String(at), ...waits };
    const start = startsOf(benchQueue).batch(input, about);
    await signalWithStart(client, start, messageArrived, [String(at), false]);
  }
}

/** Times of work that is done one after the other, in milliseconds. */
async function each(count: number, work: (at: number) => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let at = 0; at < count; at += 1) times.push(round(await millisecondsOf(() => work(at)), 1));
  return times;
}
