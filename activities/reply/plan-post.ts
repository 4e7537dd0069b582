import { setTimeout } from 'node:timers/promises';
import { isHttpAsker } from '../../domain/intake/ask-snapshot.ts';
import { isAloneWithSteward } from '../../domain/intake/routing.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import { noLanguage, undetermined } from '../../domain/language/language-codes.ts';
import {
  composeAnswer,
  composeNotCovered,
  composeSentence,
  shownPages,
  type WrittenBy,
} from '../../domain/posting/compose-reply.ts';
import type { AIResult } from '../../domain/reply/ai-result.ts';
import type { ModelCallRecord, QuestionVector } from '../../domain/reply/reply-record.ts';
import { isRefused, isUncovered } from '../../domain/reply/reply-record-status.ts';
import { vectorPatienceMilliseconds } from '../../domain/ports/model.ts';
import { extractiveModelName } from '../../domain/models/decisions.ts';
import { contradictingPage } from '../../domain/team/pair-comparison.ts';
import { withoutSteward, collapseWhitespace, shortenedTo } from '../../domain/values/text.ts';
import type { ReplyDeps } from '../deps.ts';
import { askersLanguage } from './askers-language.ts';
import { likeliestPairs } from '../../domain/documents/excerpts.ts';
import type { SearchHit } from '../../domain/ports/sources.ts';
import { queryTerms, searchTerms } from '../../domain/search/search-terms.ts';
import { parseTopic } from '../../domain/team/qa-blocks.ts';
import { teamTurns } from '../../domain/team/erased-turns.ts';
import { isTeamSource } from '../../domain/team/topic-slug.ts';
import { countTokens } from '../../domain/values/tokens.ts';
import { loadEach } from './graph/load-sources.ts';
import { questionSources } from './scope/question-sources.ts';

/** Plans what the member reads of the graph's result; `post` is null for nothing. Only an answer may open a thread. */
export async function planPost(
  deps: ReplyDeps,
  {
    snapshot,
    result: { should_reply, reply_text, citations, debug },
    generation,
    modelCalls,
  }: {
    readonly snapshot: Snapshot;
    readonly result: AIResult;
    readonly generation: number;
    readonly modelCalls: readonly ModelCallRecord[];
  },
) {
  const channel = deps.channelFor(snapshot.location.channelId);
  const texts = deps.textsFor(languageOf(deps, snapshot, debug.language));
  const style = channel?.reply_style ?? 'thread';
  const question = debug.written;
  const post = { style, question, texts } as const;
  if (should_reply && reply_text !== null)
    return {
      post: composeAnswer({
        ...post,
        answer: reply_text,
        citations,
        isEarlier: debug.reason === 'recalled',
        otherwise: await contradicting(deps, snapshot, citations, generation),
        writtenBy: writtenBy(modelCalls),
      }),
    };
  const inPlace = { ...post, style: 'reply' } as const;
  const { askedDirectly } = snapshot;
  if (isRefused(debug.reason))
    return { post: askedDirectly ? composeSentence({ ...inPlace, sentence: texts.refused }) : null };
  const saysSo = channel !== null && channel.when_unknown !== 'silent';
  const isAlone = isAloneWithSteward(snapshot.batch, snapshot.history);
  const speaks = askedDirectly || ((saysSo || isAlone) && isUncovered(debug.reason));
  if (debug.reason === 'out_of_scope')
    return { post: speaks ? composeSentence({ ...inPlace, sentence: texts.out_of_scope }) : null };
  if (speaks && debug.asksNothing && isUncovered(debug.reason))
    return { post: composeSentence({ ...inPlace, sentence: texts.say_more }) };
  // A question without any post has nearest pages and a vector, too: for its gap.
  if (!speaks && !isUncovered(debug.reason)) return { post: null };
  const query = { question: debug.translatedQuestion ?? question, generation };
  const vector = vectorOf(deps, query.question);
  const pagesShown = shownPages(await nearestPages(deps, query));
  const pairs = await Promise.all(pagesShown.map((hit) => nearestPair(deps, hit, query)));
  const nearest = pairs.filter((hit) => hit !== null);
  const notCovered = { question, texts, sentence: texts.not_covered };
  return {
    // A program over HTTP gets the pages as data, and the sentence alone.
    post: speaks
      ? composeNotCovered({ ...notCovered, nearest: isHttpAsker(snapshot.location.channelId) ? [] : nearest })
      : null,
    nearest: nearest.map(({ sourceId, title, url }) => ({ sourceId, title, url })),
    vector: await vector,
  };
}

/** The pages that contradict the pairs which an answer cites, as far as they may answer the question. */
async function contradicting(
  deps: ReplyDeps,
  snapshot: Snapshot,
  citations: AIResult['citations'],
  generation: number,
) {
  const qaIds = citations.flatMap((citation) => citation.qaIds);
  const comparisons = qaIds.length === 0 ? [] : (await deps.records.pairComparisons(qaIds)).values();
  const pages = [...comparisons].flatMap((comparison) => contradictingPage(comparison) ?? []);
  if (pages.length === 0) return [];
  const sources = await questionSources(deps, snapshot);
  const ids = pages.map(({ sourceId }) => sourceId);
  const loaded = await loadEach({ sources, generation }, ids);
  return pages.filter((_, at) => loaded[at]);
}

/** None without embeddings, or while they are away or slow: nobody waits for it. */
async function vectorOf(
  { embeddings }: Pick<ReplyDeps, 'embeddings'>,
  question: string,
): Promise<QuestionVector | undefined> {
  if (!embeddings) return undefined;
  const late = setTimeout(vectorPatienceMilliseconds, null, { ref: false });
  const made = embeddings.embed([withoutSteward(question)]).catch(() => null);
  const [vector] = (await Promise.race([made, late])) ?? [];
  return (
    vector && { model: embeddings.name, values: Array.from(vector, (value) => Math.round(value * 1_000)) }
  );
}

const languageOf = (deps: ReplyDeps, snapshot: Snapshot, told: string | null): string =>
  told === null || told === undetermined || told === noLanguage ? askersLanguage(deps, snapshot) : told;

/** The extractive model writes nothing of its own. */
const writtenBy = (calls: readonly ModelCallRecord[]): WrittenBy =>
  calls.findLast(({ decision }) => decision === 'LLMGenerationResult')?.model === extractiveModelName
    ? 'quote'
    : 'model';

/**
 * How much of a question a page has to hold to be shown, and more than one of its terms if it has several. A page whose
 * title has a term of the question is shown with less, and for that one term. Of the questions on undici's and
 * Fastify's documentation that they cover, .87 and .85 have a right page among those shown (.81 and .85 if titles did
 * not count; .90 and .95 without a limit); of those that they do not cover, .25 and .15 are shown any, and of twenty
 * questions about the world 1 and 2. Chosen with these in view.
 */
const leastLikeness = 0.3;
const leastLikenessOfNamed = 0.25;
/** The team's answers are so few that nearly every question shares a word with one. */
const leastLikenessOfTeam = 0.5;

const looked = 10;

/** The pages closest to a question that nothing covers, best first. There may be none. */
export async function nearestPages(
  { sources }: Pick<ReplyDeps, 'sources'>,
  { question, generation }: { readonly question: string; readonly generation: number },
): Promise<readonly SearchHit[]> {
  const hits = await sources.search({ query: question, generation, limit: looked });
  const terms = queryTerms(question);
  const ofOneTerm = terms.length > 1 ? 1 / terms.length : 0;
  return hits.filter(({ sourceId, title, likeness }) => {
    if (isTeamSource(sourceId)) return likeness > ofOneTerm && likeness >= leastLikenessOfTeam;
    if (searchTerms(title).some((term) => terms.includes(term))) return likeness >= leastLikenessOfNamed;
    return likeness > ofOneTerm && likeness >= leastLikeness;
  });
}

const likeliest = { maxPairs: 1, maxTokens: 4_000, countTokens } as const;

const maxTitleChars = 120;

/**
 * Replaces a topic by its closest pair: the beginning of what the team said there, never a member's words, and its link, if
 * everyone can read it. Null for a topic that was retracted after the search.
 */
export async function nearestPair(
  { sources, records }: Pick<ReplyDeps, 'sources' | 'records'>,
  hit: SearchHit,
  { question, generation }: { readonly question: string; readonly generation: number },
): Promise<SearchHit | null> {
  if (!isTeamSource(hit.sourceId)) return hit;
  const [topic] = await loadEach({ sources, generation }, [hit.sourceId]);
  if (!topic) return null;
  const [pair] = likeliestPairs(parseTopic(topic.text).pairs, { query: question, ...likeliest });
  const { link } = pair ? await records.pairOrigin(pair.qaId) : { link: null };
  const [teamsWords = ''] = teamTurns(pair?.turns ?? []);
  const title = shortenedTo(collapseWhitespace(teamsWords), maxTitleChars);
  return link === null || title === '' ? hit : { ...hit, title, url: link };
}
