import { lastDecision } from '../../domain/models/decisions.ts';
import { isTakeover } from '../../domain/moderation/moderation-types.ts';
import type { Metrics } from '../../domain/operations/metrics.ts';
import type { Records } from '../../domain/ports/records.ts';
import type { ReplyRecord } from '../../domain/reply/reply-record.ts';

/** The same records with metrics. A reply counts when its record is first written, so a step that runs again does not count twice. */
export const measureRecords = (records: Records, metrics: Metrics): Records => ({
  ...records,
  insertReplyRecord: async (record, also) => {
    const counting = await records.insertReplyRecord(record, also);
    if (counting === record) measureReply(record, metrics);
    return counting;
  },
});

function measureReply(record: ReplyRecord, metrics: Metrics): void {
  for (const { type } of record.moderation.filter((finding) => isTakeover(finding.type)))
    metrics.record('steward_injections_total', { type }, 1);
  const gate = lastDecision(record.decisions, 'LLMGateDecision');
  if (gate)
    metrics.record('ai_gate_total', { answerable: String(gate.is_question && gate.is_answerable) }, 1);
  const selection = lastDecision(record.decisions, 'LLMSelectionResult');
  if (selection) metrics.record('ai_selected_sources_histogram', {}, selection.selected_source_ids.length);
  const verification = lastDecision(record.decisions, 'LLMVerificationResult');
  if (verification)
    metrics.record('ai_verification_total', { good_enough: String(verification.is_good_enough) }, 1);
}
