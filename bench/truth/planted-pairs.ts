import { comparePairs } from '../../activities/reply/recheck/compare-pairs.ts';
import type { ReplyDeps } from '../../activities/deps.ts';
import { configSchema } from '../../config/schema.ts';
import type { Decision } from '../../domain/models/decisions.ts';
import { sourceOrigins } from '../../domain/documents/source-origins.ts';
import { qaIdFromTimestamp, timestampFromDate } from '../../domain/values/qa-id.ts';
import { agreeable } from '../../test/support/provider/agreeable.ts';
import { modelAt } from '../../test/support/provider/provider-model.ts';
import { startScriptedProvider } from '../../test/support/provider/scripted-provider.ts';
import { addPair } from '../../test/support/storage/add-pair.ts';
import { inStep } from '../../test/support/steps/team-steps.ts';
import { untunedTexts, type UntunedText } from '../corpora/corpora.ts';
import { markdownPages } from '../corpora/markdown-pages.ts';
import { openSearchKnowledge } from '../search/search-knowledge.ts';
import { readJson } from '../support/read-data.ts';

type Verdict = Decision<'PairComparison'>;

/** A pair that somebody wrote who read the pages, and what a strong model decided that saw what `comparePairs` shows. */
interface PlantedPair {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  readonly verdict: Verdict['verdict'];
  readonly decided: Pick<Verdict, 'verdict' | 'source_id' | 'statement'>;
}

/** How many contradictions were planted, how many of them are with the team, and how many others are. */
export async function measurePlantedPairs() {
  const sums = { planted: 0, flagged: 0, others: 0, false: 0 };
  for (const name of untunedTexts) {
    const pairs = readJson(`bench/data/truth/${name}.json`) as readonly PlantedPair[];
    const verdicts = await comparedIn(name, pairs);
    for (const { id, verdict } of pairs) {
      const isFlagged = Number(verdicts.get(id) === 'contradicts');
      if (verdict === 'contradicts') {
        sums.planted += 1;
        sums.flagged += isFlagged;
      } else {
        sums.others += 1;
        sums.false += isFlagged;
      }
    }
  }
  return sums;
}

async function comparedIn(
  name: UntunedText,
  pairs: readonly PlantedPair[],
): Promise<ReadonlyMap<string, string>> {
  await using ending = new AsyncDisposableStack();
  const knowledge = ending.use(await openSearchKnowledge());
  const { storage } = knowledge;
  const provider = await startScriptedProvider({
    keepsCalls: false,
    script: (call) => {
      const pair = pairs.find(({ question }) => call.text('pair').includes(question));
      if (call.decision !== 'PairComparison' || !pair) return agreeable(call);
      // Who does not see the page decides nothing about it.
      const isShown = call.sections.some(({ id }) => id === pair.decided.source_id);
      const nothing = { verdict: 'unrelated', source_id: null, statement: null } as const;
      return { issues: [], ...(isShown ? pair.decided : nothing) };
    },
  });
  ending.defer(provider.close);
  await knowledge.publish(await markdownPages(name));
  const ids = new Map<string, string>();
  for (const [at, { id, question, answer }] of pairs.entries()) {
    const timestamp = timestampFromDate(new Date(Date.UTC(2025, 0, 1, 0, at)));
    const turns = [
      { label: 'User', text: question },
      { label: 'Team', text: answer },
    ] as const;
    const pair = { qaId: qaIdFromTimestamp(timestamp), timestamp, turns };
    await addPair(storage.library, pair, { slug: `topic-${at % 10}` });
    ids.set(pair.qaId, id);
  }
  const config = configSchema.parse({ ai_response: { recheck: { max_per_day: 1_000 } } });
  const deps = {
    ...storage,
    config,
    model: modelAt(provider.baseUrl),
    origins: sourceOrigins(config),
    channelFor: () => null,
    log: { info: () => {}, warn: () => {} },
  } as unknown as ReplyDeps;
  while ((await inStep(() => comparePairs(deps, { answersToday: 0 }))).mayBeMore);
  const comparisons = await storage.records.pairComparisons();
  return new Map([...comparisons].map(([qaId, { verdict }]) => [ids.get(qaId) ?? '', verdict]));
}
