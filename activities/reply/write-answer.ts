import { detectLanguage } from '../../domain/language/detect-language.ts';
import { undetermined } from '../../domain/language/language-codes.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import { lastDecision } from '../../domain/models/decisions.ts';
import { isTakeover } from '../../domain/moderation/moderation-types.ts';
import type { AIResult } from '../../domain/reply/ai-result.ts';
import type { Citation, ReplyRecord } from '../../domain/reply/reply-record.ts';
import { standsAlone, type RecallableAnswer } from '../../domain/reply/recall.ts';
import type { ReplyDeps } from '../deps.ts';
import type { AttemptedAnswer } from './attempt-answer.ts';
import { planPost } from './plan-post.ts';
import { replyFields, replyRecordOf } from './reply-record.ts';

/** Writes the row of a question that went through the graph and saves its answer for recall. Returns the saved row. */
export async function writeAnswer(
  deps: ReplyDeps,
  {
    result,
    sources,
    earlier,
    settled,
    snapshot,
    changed = (record) => record,
    ...outcome
  }: AttemptedAnswer & {
    readonly snapshot: Snapshot;
    readonly generation: number;
    readonly deliver: 'post' | 'record';
    /** The row in the form in which it is saved. */
    readonly changed?: (record: ReplyRecord) => ReplyRecord;
  },
): Promise<ReplyRecord> {
  const { reason } = result.debug;
  const linked = { ...result, citations: await withPairLinks(deps, result.citations) };
  const { generation, modelCalls } = outcome;
  const planned = await planPost({ ...deps, sources }, { snapshot, result: linked, generation, modelCalls });
  const made = replyRecordOf(deps, snapshot, { ...outcome, result: linked, reason, ...planned });
  const recall = recallable(made, result.debug.usedSources, snapshot, earlier.last);
  const record = await deps.records.insertReplyRecord(changed(made), { recall, settled });
  logDecision(deps, record, result.debug);
  return record;
}

/** Links a team source to the conversations of its pairs that everyone can read, with one citation for each. */
async function withPairLinks(
  { records }: ReplyDeps,
  citations: readonly Citation[],
): Promise<readonly Citation[]> {
  const linked = citations.map(async (citation) => {
    const origins = await Promise.all(citation.qaIds.map((qaId) => records.pairOrigin(qaId)));
    const readable = origins.filter(({ link }) => link !== null);
    if (readable.length === 0) return [citation];
    return readable.map(({ qaId, link }) => ({ ...citation, url: link, qaIds: [qaId] }));
  });
  return (await Promise.all(linked)).flat();
}

/** An answer that was written for this question may be given again once people have approved it. */
function recallable(
  { reason, answer, answerType, language: recordLanguage }: ReplyRecord,
  usedSources: AIResult['debug']['usedSources'],
  snapshot: Snapshot,
  /** Steward's last answer in the conversation. */
  last: ReplyRecord | null,
): RecallableAnswer | null {
  if (reason !== 'answered' || answerType !== 'answer' || answer === null) return null;
  if (usedSources.length === 0 || !standsAlone(snapshot, last)) return null;
  const written = detectLanguage(answer);
  // An answer that is too short to detect was put into the asker's language.
  return { language: written === undetermined ? recordLanguage : written, sources: usedSources };
}

/** Logs ids, decisions and times only. The model's reasons are in the row. */
function logDecision(
  { log }: Pick<ReplyDeps, 'log'>,
  record: ReplyRecord,
  { selectedSourceIds, nearest }: AIResult['debug'],
): void {
  const { modelCalls, moderation, nodeTimes } = record;
  const gate = lastDecision(record.decisions, 'LLMGateDecision');
  const verification = lastDecision(record.decisions, 'LLMVerificationResult');
  const rules = moderation.map(({ type, rule }) => `${type}/${rule}`);
  const fields = {
    ...replyFields(record),
    moderation: rules,
    ...(gate && { 'gate.is_question': gate.is_question, 'gate.is_answerable': gate.is_answerable }),
    'selection.selected_sources_count': selectedSourceIds.length,
    'loading.loaded_sources_count': nearest.length,
    ...(verification && {
      'verification.is_good_enough': verification.is_good_enough,
      'verification.issues_count': verification.issues.length,
    }),
    node_ms: millisecondsBy(nodeTimes, ({ node }) => node),
    call_ms: millisecondsBy(modelCalls, ({ decision }) => decision),
    model_calls: modelCalls.length,
    input_tokens: modelCalls.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
    output_tokens: modelCalls.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
  };
  log.info(fields, 'reply_decided');
  if (record.moderation.some(({ type }) => isTakeover(type)))
    log.warn({ ...replyFields(record), rules }, 'takeover_tried');
}

const millisecondsBy = <Timed extends { readonly milliseconds: number }>(
  times: readonly Timed[],
  nameOf: (time: Timed) => string,
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...Map.groupBy(times, nameOf)].map(([name, some]) => [
      name,
      some.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
    ]),
  );
