import type { AIResult } from '../../domain/reply/ai-result.ts';
import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import { detectLanguage } from '../../domain/language/detect-language.ts';
import { undetermined } from '../../domain/language/language-codes.ts';
import { standsAlone } from '../../domain/reply/recall.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import type { ReplyDeps } from '../deps.ts';

/**
 * Keeps an answer that was written for this question, so that it may be given again once people have approved it. A death
 * before this call loses no more than that: what the sources were is known in this attempt alone.
 */
export async function saveAnswer(
  { records }: Pick<ReplyDeps, 'records'>,
  {
    record,
    usedSources,
    snapshot,
    last,
  }: {
    readonly record: ReplyRecord;
    readonly usedSources: AIResult['debug']['usedSources'];
    readonly snapshot: Snapshot;
    /** What Steward said in the conversation before. */
    readonly last: ReplyRecord | null;
  },
): Promise<void> {
  const { messageId, reason, answer, answerType } = record;
  if (reason !== 'answered' || answerType !== 'answer' || answer === null) return;
  if (usedSources.length === 0 || !standsAlone(snapshot, last)) return;
  const written = detectLanguage(answer);
  // Too short to tell: it was put into the asker's.
  const language = written === undetermined ? record.language : written;
  await records.saveForRecall({ messageId, language, sources: usedSources });
}
