import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addPair } from '../../test/support/storage/add-pair.ts';
import type { RawEntry } from '../../domain/team/qa-pair.ts';
import { qaIdFromTimestamp, timestampFromDate } from '../../domain/values/qa-id.ts';
import { countTokens } from '../../domain/values/tokens.ts';
import { startScriptedProvider, type ScriptedCall } from '../../test/support/provider/scripted-provider.ts';
import type { Steward } from '../../workers/wiring/open-steward.ts';
import { printResult, type BenchOptions } from '../bench-results.ts';
import { withBenchSteward } from '../support/bench-steward.ts';
import { capturePairs } from './capture-pairs.ts';
import { chatterbotPairs, type CorpusPair } from '../corpora/chatterbot.ts';
import { faqCorpora } from '../corpora/linked-questions.ts';
import { markdownPages, type MarkdownPage } from '../corpora/markdown-pages.ts';
import { indexOfPages, writePages } from '../search/search-knowledge.ts';

const sizes = [10, 1_000, 10_000] as const;
const pairsInTopic = 100;
const captured = 5;
const topic = 'tech-support';

/**
 * The prompt tokens of all model calls of one captured pair, in a topic of 100 pairs, by the number of documents'
 * pages.
 */
export async function run({ json }: BenchOptions): Promise<void> {
  const pages = (await Promise.all(faqCorpora.map(markdownPages))).flat();
  const pairs = await chatterbotPairs();
  const result: Record<string, number> = {};
  for (const size of sizes) {
    const tokens = await tokensOfPair(manyPages(pages, size), pairs);
    result[String(size)] = tokens;
    process.stdout.write(`${`prompt tokens of a captured pair, ${size} pages`.padEnd(56)} ${tokens}\n`);
  }
  if (json) printResult('capturetokens', result);
}

/** Repeats pages, because there are fewer than 10,000. */
export const manyPages = (pages: readonly MarkdownPage[], size: number): readonly MarkdownPage[] =>
  Array.from({ length: size }, (_, at) => {
    const { path = '', text = '' } = pages[at % pages.length] ?? {};
    return { path: at < pages.length ? path : `copy-${Math.floor(at / pages.length)}/${path}`, text };
  });

async function tokensOfPair(pages: readonly MarkdownPage[], pairs: readonly CorpusPair[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-capture-tokens-'));
  let tokens = 0;
  const provider = await startScriptedProvider({
    keepsCalls: false,
    script: (call) => {
      tokens += countTokens(`${call.system}\n${call.user}`);
      return decided(call);
    },
  });
  try {
    await writePages(folder, pages);
    const kb = { sources_dir: folder };
    return await withBenchSteward({ modelUrl: provider.baseUrl, kb }, async (steward) => {
      await steward.storage.documentIndex.publish(indexOfPages(pages));
      await fillTopic(steward, pairs.slice(0, pairsInTopic));
      tokens = 0;
      await capturePairs(steward, pairs.slice(pairsInTopic, pairsInTopic + captured));
      return Math.round(tokens / captured);
    });
  } finally {
    provider.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function decided({ decision }: ScriptedCall) {
  if (decision === 'ClassificationResult') return { skip: false, topic_name: topic };
  if (decision === 'IntegrationResult') return { skip: false, remove_ids: [] };
  return { text: 'Questions of customers with the answers of tech support.' };
}

/** Fills the topic as captures would have, with a pair per minute. */
async function fillTopic({ storage: { library } }: Steward, pairs: readonly CorpusPair[]): Promise<void> {
  for (const [at, { question, answer }] of pairs.entries()) {
    const time = new Date(Date.UTC(2025, 0, 1) + at * 60_000);
    const timestamp = timestampFromDate(time);
    const entry: RawEntry = {
      qaId: qaIdFromTimestamp(timestamp),
      timestamp,
      conversationId: `reply_${at + 1}`,
      messageIds: [String(at + 1)],
      turns: [
        { label: 'User', text: question },
        { label: 'Team', text: answer },
      ],
    };
    await addPair(library, await library.appendRaw(entry, time), { slug: topic });
  }
}
