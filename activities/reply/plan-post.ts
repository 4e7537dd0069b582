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
import type {
  ModelCallRecord,
  PlannedPost,
  QuestionVector,
  ReplyRecord,
} from '../../domain/reply/reply-record.ts';
import { isRefused, isUncovered } from '../../domain/reply/reply-record-status.ts';
import { vectorPatienceMilliseconds } from '../../domain/ports/model.ts';
import { extractiveModelName } from '../../domain/models/decisions.ts';
import { contradictingPage } from '../../domain/team/pair-comparison.ts';
import { withoutSteward } from '../../domain/values/text.ts';
import type { ReplyDeps } from '../deps.ts';
import { askersLanguage } from './askers-language.ts';
import { loadEach } from './graph/load-sources.ts';
import { nearestPages, nearestPair } from './nearest-pages.ts';
import { questionSources } from './scope/question-sources.ts';

interface Planned {
  /** Null if the member reads nothing. */
  readonly post: PlannedPost | null;
  readonly nearest?: NonNullable<ReplyRecord['nearest']>;
  readonly vector?: QuestionVector | undefined;
}

/** Plans what the member reads of the graph's result. Only an answer may open a thread. */
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
): Promise<Planned> {
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
        otherwise: await contradicting(deps, { snapshot, citations, generation }),
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
  {
    snapshot,
    citations,
    generation,
  }: {
    readonly snapshot: Snapshot;
    readonly citations: AIResult['citations'];
    readonly generation: number;
  },
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
