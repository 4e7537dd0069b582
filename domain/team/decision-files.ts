import { isQaId, isTimestamp, type QaId } from '../values/qa-id.ts';

/** What people decided about pairs, as lines of files beside the archive: `decisions.txt` and `retractions.txt`. */

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

/** A person's last word counts. Every line that is none is a problem, by its number from 1. */
export function parseRemovalDecisions(text: string): {
  readonly decisions: ReadonlyMap<QaId, RemovalDecision>;
  readonly problems: readonly number[];
} {
  const decisions = new Map<QaId, RemovalDecision>();
  const problems: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [qaId = '', word = '', list = '', decidedAt = ''] = line.trim().split('\t');
    const removals = list.split(',').filter((id) => id !== '');
    const isDecision = (word === 'yes' || word === 'no') && isTimestamp(decidedAt);
    if (isQaId(qaId) && isDecision && removals.every(isQaId))
      decisions.set(qaId, { qaId, approved: word === 'yes', removals, decidedAt });
    else problems.push(index + 1);
  }
  return { decisions, problems };
}

/** An entry that counts for nothing any more. */
export interface Retraction {
  readonly qaId: QaId;
  /** RFC 3339, UTC, `Z`. */
  readonly retractedAt: string;
}

/** A line of `retractions.txt`: `qa_id` and time, with a tab between and LF at its end. */
export const formatRetraction = ({ qaId, retractedAt }: Retraction): string => `${qaId}\t${retractedAt}\n`;

/** Of a repeated id the first line counts. Every other line is a problem, by its number from 1. */
export function parseRetractions(text: string): {
  readonly retractions: ReadonlyMap<QaId, Retraction>;
  readonly problems: readonly number[];
} {
  const retractions = new Map<QaId, Retraction>();
  const problems: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [qaId = '', retractedAt = ''] = line.trim().split(/[\t ]+/);
    // A line without its time still says which pair must not come back.
    if (!isQaId(qaId)) problems.push(index + 1);
    else if (!retractions.has(qaId)) {
      retractions.set(qaId, { qaId, retractedAt: isTimestamp(retractedAt) ? retractedAt : '' });
    }
  }
  return { retractions, problems };
}
