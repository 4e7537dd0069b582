import { isQaId, isTimestamp, type QaId } from '../values/qa-id.ts';

/** A person's decision about a capture that would remove more pairs than it may without approval. */
export interface RemovalDecision {
  /** The pair that asked. */
  readonly qaId: QaId;
  readonly approved: boolean;
  /** The pairs that were shown: a yes to these is no yes to others. */
  readonly removals: readonly QaId[];
  /** RFC 3339, UTC, `Z`. */
  readonly decidedAt: string;
}

/** A line of `decisions.txt`: `qa_id`, `yes` or `no`, the removals with commas, and the time, with tabs between. */
export const formatRemovalDecision = ({ qaId, approved, removals, decidedAt }: RemovalDecision): string =>
  `${[qaId, approved ? 'yes' : 'no', removals.join(','), decidedAt].join('\t')}\n`;

/** Lines that are none are passed over; a person's last word counts. */
export function parseRemovalDecisions(text: string): readonly RemovalDecision[] {
  const read = text.split('\n').flatMap((line): readonly RemovalDecision[] => {
    const [qaId = '', word = '', list = '', decidedAt = ''] = line.split('\t');
    const removals = list.split(',').filter((id) => id !== '');
    const isDecision = isQaId(qaId) && (word === 'yes' || word === 'no') && isTimestamp(decidedAt);
    return isDecision && removals.every(isQaId)
      ? [{ qaId, approved: word === 'yes', removals, decidedAt }]
      : [];
  });
  return [...new Map(read.map((decision) => [decision.qaId, decision])).values()];
}
