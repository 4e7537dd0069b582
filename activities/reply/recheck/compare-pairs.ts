import { extractiveModelName } from '../../../domain/models/decisions.ts';
import { hashOf } from '../../../domain/reply/rests-on.ts';
import { partsShown } from '../../../domain/documents/excerpts.ts';
import type { IndexCache } from '../../../domain/documents/index-cache.ts';
import type { LoadedSource } from '../../../domain/ports/sources.ts';
import { rankParts } from '../../../domain/search/best-parts.ts';
import { queryTerms, searchTerms } from '../../../domain/search/search-terms.ts';
import {
  askedOn,
  isComparedWith,
  openContradictions,
  pairQuery,
  postOfPair,
  statementOf,
  type PairComparison,
} from '../../../domain/team/pair-comparison.ts';
import { formatTopic } from '../../../domain/team/qa-blocks.ts';
import type { QaPair } from '../../../domain/team/qa-pair.ts';
import { isTeamSource } from '../../../domain/team/topic-slug.ts';
import { contentHash } from '../../../domain/values/content-hash.ts';
import { compareCodePoints } from '../../../domain/values/text.ts';
import { usageDay } from '../../../domain/values/time.ts';
import type { ReplyDeps } from '../../deps.ts';
import { failsOneInput } from '../../errors.ts';
import { cachedDecide } from '../../models/cached-decide.ts';
import { chargedTo } from '../../models/charged-model.ts';
import { loadEach } from '../graph/load-sources.ts';
import { groupSources } from '../scope/question-sources.ts';

/** Seconds with a large library. */
const searchesPerStep = 50;
const pagesPerPair = 3;
const sectionsPerPage = 2;
/** Pages are behind the pair's own topic, and topics like it. */
const searched = 30;
/** How much of a pair a page has to hold, by its words: one that says otherwise lacks just the words that matter. */
const leastLikeness = 0.1;

/**
 * Compares standing pairs with the nearest parts of pages that have changed, or are new, since the last time: some of those whose
 * documents were others then, and one of them by a model. Calls none for parts that have stayed. Runs at least once: a decision that
 * was made is found again.
 */
export async function comparePairs(
  deps: ReplyDeps,
  { answersToday }: { readonly answersToday: number },
): Promise<{ readonly mayBeMore: boolean; readonly asksTeam: boolean }> {
  const { records, library, config } = deps;
  if (config.ai_response.recheck.then === 'off') return { mayBeMore: false, asksTeam: false };
  const generation = await library.liveGeneration();
  const pairs = (await library.topics(generation)).flatMap((topic) => topic.pairs);
  const mayBeMore = await compareSome(deps, pairs, generation, answersToday);
  const comparisons = await records.pairComparisons();
  const posted = await records.causesBeginning(postOfPair);
  const { toAsk, toClose } = openContradictions({ pairs, comparisons, posted });
  const asksTeam = config.discord.team_channel_id !== null && toAsk.length + toClose.length > 0;
  return { mayBeMore, asksTeam };
}

/** Whether others may be left. */
async function compareSome(
  deps: ReplyDeps,
  pairs: readonly QaPair[],
  generation: number,
  answersToday: number,
): Promise<boolean> {
  const { records, model, config, now } = deps;
  const comparisons = await records.pairComparisons();
  const { max_per_day: mostPerDay } = config.ai_response.recheck;
  // Answers that change later on the day shall find room, too.
  const most = Math.min(Math.ceil(mostPerDay / 2), mostPerDay - answersToday);
  const isAble = model.modelFor('PairComparison') !== extractiveModelName;
  if (!isAble || askedOn(usageDay(now()), comparisons.values()) >= most) return false;
  const index = await deps.documentIndex.readCache();
  const documents = hashOfDocuments(index);
  const askedAt = ({ qaId }: QaPair) => comparisons.get(qaId)?.asked?.at ?? '';
  const due = pairs
    .filter(({ qaId }) => comparisons.get(qaId)?.documents !== documents)
    .toSorted((a, b) => compareCodePoints(askedAt(a), askedAt(b)));
  for (const pair of due.slice(0, searchesPerStep)) {
    const last = comparisons.get(pair.qaId);
    const made = await compare(deps, { pair, last, index, documents, generation });
    await records.savePairComparison(made);
    if (made.asked !== (last?.asked ?? null)) return due.length > 1;
  }
  return due.length > searchesPerStep;
}

const hashOfDocuments = ({ sources }: IndexCache): string =>
  contentHash(
    Object.entries(sources)
      .map(([sourceId, record]) => `${sourceId} ${record.content_hash}`)
      .toSorted()
      .join('\n'),
  );

interface Due {
  readonly pair: QaPair;
  readonly last: PairComparison | undefined;
  readonly index: IndexCache;
  readonly documents: string;
  readonly generation: number;
}

async function compare(deps: ReplyDeps, { pair, last, index, documents, generation }: Due) {
  const pages = await nearPages(deps, pair, generation);
  const near = pages.map(({ sourceId, text }) => ({ sourceId, hash: hashOf({ text }) }));
  const modelCalls = last?.asked ?? null;
  if (last && isComparedWith(last, near)) return { ...last, documents };
  const base = { qaId: pair.qaId, documents, near, page: null, asked: modelCalls } as const;
  if (pages.length === 0) return { ...base, verdict: 'none' } as const;
  const at = deps.now().toISOString();
  const times = modelCalls?.at.startsWith(usageDay(deps.now())) ? modelCalls.times + 1 : 1;
  const account = { operation: 'recheck' } as const;
  const decided = await cachedDecide(
    { ...deps, model: chargedTo(deps.model, account) },
    {
      decision: 'PairComparison',
      sections: [
        { name: 'pair', id: null, text: formatTopic([pair]) },
        ...pages.map(({ sourceId: id, title, text }) => ({
          name: 'source' as const,
          id,
          text: `${title}\n\n${text}`,
        })),
      ],
    },
  ).catch(async (error: unknown) => {
    if (failsOneInput(error)) return null;
    // The attempt counts, and others come before this pair.
    const tried = { ...base, ...last, documents: last?.documents ?? '', asked: { at, times } };
    await deps.records.savePairComparison({ ...tried, verdict: last?.verdict ?? 'failed' });
    throw error;
  });
  // It is asked again when the documents change.
  if (!decided) return { ...base, near: [], verdict: 'failed', asked: { at, times } } as const;
  const { verdict, source_id: sourceId, statement } = decided.value;
  const which = pages.findIndex((page) => page.sourceId === sourceId);
  const [page, part] = [pages[which], near[which]];
  deps.log.info({ qa_id: pair.qaId, verdict, source_id: part?.sourceId ?? null }, 'pair_compared');
  if (!page || !part) return { ...base, verdict: 'unrelated', asked: { at, times } } as const;
  const date = page.date ?? index.sources[page.sourceId]?.last_indexed_at ?? at;
  const pageStatement = {
    ...part,
    title: page.title,
    url: page.url,
    statement: statementOf(statement, page.text),
    date,
  };
  return { ...base, verdict, page: pageStatement, asked: { at, times } };
}

/** The parts of pages that come nearest to a pair, among the documents that a question like it is answered from. */
async function nearPages(
  deps: ReplyDeps,
  pair: QaPair,
  generation: number,
): Promise<readonly LoadedSource[]> {
  const { channelId = null } = await deps.records.pairOrigin(pair.qaId);
  const groups = channelId === null ? null : (deps.channelFor(channelId)?.sources ?? null);
  const sources = await groupSources(deps, { groups, named: pair.turns.map(({ text }) => text) });
  const query = pairQuery(pair);
  const terms = new Set(queryTerms(query));
  const hits = await sources.search({ query, generation, limit: searched });
  const ids = hits
    .filter(({ sourceId, likeness }) => !isTeamSource(sourceId) && likeness >= leastLikeness)
    .slice(0, pagesPerPair)
    .map(({ sourceId }) => sourceId);
  const loaded = (await loadEach({ sources, generation }, ids)).filter((source) => source !== null);
  const near = loaded.map((source) => {
    const parts = partsShown(source);
    const best = new Set(
      rankParts(parts)(query)
        .filter((at) =>
          searchTerms(`${parts[at]?.about}\n${parts[at]?.text}`).some((term) => terms.has(term)),
        )
        .slice(0, sectionsPerPage),
    );
    const text = parts.flatMap((part, at) => (best.has(at) ? [part.text] : [])).join('\n\n');
    return { ...source, text };
  });
  return near.filter(({ text }) => text !== '');
}
