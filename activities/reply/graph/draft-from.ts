import { linksIn } from '../../../domain/posting/answer-links.ts';
import { isBlankAnswer, withoutSourceIds } from '../../../domain/posting/answer-text.ts';
import { nearestHeadings } from '../../../domain/documents/excerpts.ts';
import { meantId } from '../../../domain/documents/index-file.ts';
import type { AIReason } from '../../../domain/reply/reply-record-status.ts';
import type { Decision } from '../../../domain/models/decisions.ts';
import type { Citation } from '../../../domain/reply/reply-record.ts';
import type { LoadedSource } from '../../../domain/ports/sources.ts';
import { isQaId } from '../../../domain/values/qa-id.ts';
import { membersWords, sourceLinks } from '../../../domain/posting/source-words.ts';
import { cutAtSentence } from '../../../domain/values/text.ts';
import { askedQuestion } from './ask-model.ts';
import { withoutText } from './load-sources.ts';
import type { RunContext } from './run-context.ts';
import type { ReplyStateValue, ReplyUpdate } from './state.ts';
import type { AnswerParts } from './tools.ts';

/** Makes a draft of the model's answer, or ends the run without one. Drops citations of sources that were not loaded. */
export function draftFrom({
  decision,
  state,
  run,
  sources,
}: AnswerParts & { readonly decision: Decision<'LLMGenerationResult'> }): ReplyUpdate {
  const { answer_type: answerType } = decision;
  const isEcho = repeatsQuestion(decision.answer, state);
  const { text: answerText, cited } = withoutSourceIds(decision.answer ?? '', titlesOf(sources));
  const whole = isEcho ? null : answerText;
  const asksBack = answerType === 'clarifying';
  const answer = asksBack && whole !== null ? firstQuestion(whole) : whole;
  const end = (ended: AIReason): ReplyUpdate => ({ draft: null, ended });
  if (isBlankAnswer(answer)) {
    if (state.issues.length > 0) return end('verification_rejected');
    if (answerType === 'out_of_scope') return end('out_of_scope');
    return end('not_covered');
  }
  if (answerType === 'out_of_scope') return end('out_of_scope');
  const questionTexts = askedTexts(state, run);
  const knownTexts = [...questionTexts, ...sources.map(({ text: sourceText }) => sourceText)];
  if (asksBack && (run.earlier.hasAskedBack || !isOneQuestion(answer, knownTexts))) return end('not_covered');
  const named = cited.map((source_id) => ({ source_id, qa_ids: [] }));
  const citations = asksBack ? [] : citationsOf([...named, ...decision.citations], sources, answer);
  if (answerType === 'elsewhere' && citations.length === 0) return end('out_of_scope');
  if (!asksBack && run.config.ai_response.require_citations && citations.length === 0)
    return end('no_citation');
  const text = cutAtSentence(answer, run.config.ai_response.max_answer_chars);
  const confidence = Math.round(Math.min(10, Math.max(0, outOfTen(decision.confidence))));
  const draft = { text, citations, answerType, confidence, knownLinks: heldBy(sources, text) };
  const foreign = membersWords(text, { sources, asked: questionTexts });
  if (foreign.length === 0) return { draft };
  return {
    draft,
    ...repairOrEnd(
      state,
      run,
      foreign.map((part) => `Only a member said this: ${part}`),
    ),
  };
}

/** What the asker, the team and Steward said in the conversation. Another member may have come to plant a command. */
const askedTexts = ({ question }: ReplyStateValue, { snapshot }: RunContext): readonly string[] => [
  question,
  ...snapshot.history
    .filter(({ author }) => author.kind !== 'community_user' || author.id === snapshot.author.id)
    .map(({ text }) => text),
];

const maxBackChars = 300;
const endOfQuestion = /[?？؟;]["'”’»)\]*_]{0,3}$/u;

/** The first question of a text that asks back: "Please send me the log" beside it is no harm, and a statement would be. */
const firstQuestion = (text: string): string =>
  text.split(/(?<=[.!?。！？؟]["'”’»)\]*_]{0,3})\s+|\n+/u).find((sentence) => endOfQuestion.test(sentence)) ??
  text;

/**
 * A question back is not verified, so it may be nothing else: one sentence that asks, without links, mentions and options, and without
 * code that nobody wrote before.
 */
function isOneQuestion(answer: string, knownTexts: readonly string[]): boolean {
  const named = answer.replaceAll(/`([^`\n]{1,60})`/gu, (whole, code: string) =>
    knownTexts.some((one) => one.includes(code)) ? 'it' : whole,
  );
  const text = named.trim();
  const isShort = named.length <= maxBackChars && !text.includes('\n');
  const asks = endOfQuestion.test(text) || /か。?$/u.test(text);
  const states = /[.!:。！：](?=\s)|[。！]/u.test(text.slice(0, -1));
  return isShort && asks && !states && !/[`<>#@]|https?:|\w\.\w{2,}\/|\s--?\w/iu.test(named);
}

/** Has a draft repaired for these reasons, once if the configuration allows it, or ends the run. */
export const repairOrEnd = (
  { repairs }: Pick<ReplyStateValue, 'repairs'>,
  { config }: Pick<RunContext, 'config'>,
  issues: readonly string[],
): ReplyUpdate =>
  repairs >= (config.ai_response.repair_rejected ? 1 : 0)
    ? { ended: 'verification_rejected' }
    : { issues, repairs: repairs + 1, back: 'generate' };

/** Asked for a number up to 10, some models give a share or a percentage. */
function outOfTen(confidence: number): number {
  if (confidence > 0 && confidence < 1) return confidence * 10;
  return confidence > 10 && confidence <= 100 ? confidence / 10 : confidence;
}

const repeatsQuestion = (answer: string | null, state: ReplyStateValue): boolean =>
  answer !== null && [state.question, askedQuestion(state)].some((text) => text.trim() === answer.trim());

const pairsIn = ({ text }: LoadedSource) =>
  [...text.matchAll(/^id: (\S+)$/gmu)].map(([, id = '']) => id).filter(isQaId);

/** Titles by the ids of sources and of their pairs, which have none. */
const titlesOf = (sources: readonly LoadedSource[]): ReadonlyMap<string, string> =>
  new Map(
    sources.flatMap((source) => [
      [source.sourceId, source.title],
      ...pairsIn(source).map((id) => [id, ''] as const),
    ]),
  );

/** The last citation of a source counts. */
function citationsOf(
  citations: Decision<'LLMGenerationResult'>['citations'],
  sources: readonly LoadedSource[],
  answer: string,
): readonly Citation[] {
  const loaded = citations.flatMap(({ source_id, qa_ids }): readonly Citation[] => {
    const meant = meantId(
      source_id,
      sources.map(({ sourceId }) => sourceId),
    );
    const source = sources.find(({ sourceId }) => sourceId === meant);
    if (!source) return [];
    const qaIds = [...new Set(qa_ids.flatMap((id) => meantId(id, pairsIn(source)) ?? []))];
    return [{ ...withoutText(source), url: sectionUrl(source, answer), qaIds }];
  });
  return [...new Map(loaded.map((citation) => [citation.sourceId, citation])).values()];
}

/** The address of the section that the answer has most in common with; the page's own if that is its beginning. */
function sectionUrl(source: LoadedSource, answer: string): string | null {
  const { url, anchors } = source;
  if (url === null || !anchors || anchors.length === 0 || url.includes('#')) return url;
  const headings = nearestHeadings(source, answer);
  const path = headings.join('\n');
  // What a site adds to its titles is taken from the first heading.
  const section =
    headings.length > 1 &&
    (anchors.find(([key]) => key === path) ?? anchors.find(([key]) => key.endsWith(`\n${headings.at(-1)}`)));
  return section ? `${url}#${encodeURIComponent(section[1])}` : url;
}

/** The links of a text that a document or the team gave. */
export function heldBy(sources: readonly LoadedSource[], text: string): readonly string[] {
  return linksIn(text).filter(sourceLinks(sources));
}
