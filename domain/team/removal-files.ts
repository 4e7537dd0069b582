import { isQaId, isTimestamp, type QaId } from '../values/qa-id.ts';
import { readLines, type LineProblem } from '../values/text.ts';

/**
 * The lines of `decisions.txt` and `retractions.txt`, files beside the archive that say which pairs people have let a
 * capture remove, and which they have retracted.
 */

/** A person's yes or no to a capture that would remove more pairs than it may without approval. */
export interface RemovalApproval {
  /** The pair whose capture asked for approval. */
  readonly qaId: QaId;
  readonly approved: boolean;
  /** The removals that were shown. The approval covers only these. */
  readonly removals: readonly QaId[];
  /** RFC 3339, UTC, `Z`. */
  readonly decidedAt: string;
}

/** A line of `decisions.txt`: `qa_id`, `yes` or `no`, the removals with commas, and the time, separated by tabs. */
export const formatRemovalApproval = ({ qaId, approved, removals, decidedAt }: RemovalApproval): string =>
  `${[qaId, approved ? 'yes' : 'no', removals.join(','), decidedAt].join('\t')}\n`;

export function parseRemovalApprovals(text: string): {
  readonly approvals: readonly RemovalApproval[];
  readonly problems: readonly LineProblem[];
} {
  const { values, problems } = readLines(text, (line): RemovalApproval | null => {
    const [qaId = '', word = '', list = '', decidedAt = ''] = line.split('\t');
    const removals = list.split(',').filter((id) => id !== '');
    const isApproval = (word === 'yes' || word === 'no') && isTimestamp(decidedAt);
    if (!isQaId(qaId) || !isApproval || !removals.every(isQaId)) return null;
    return { qaId, approved: word === 'yes', removals, decidedAt };
  });
  return { approvals: values, problems };
}

/** An entry that no longer counts. */
export interface Retraction {
  readonly qaId: QaId;
  /** RFC 3339, UTC, `Z`. */
  readonly retractedAt: string;
}

/** A line of `retractions.txt`: `qa_id` and time, separated by a tab. */
export const formatRetraction = ({ qaId, retractedAt }: Retraction): string => `${qaId}\t${retractedAt}\n`;

/** The first line about a pair counts. */
export function parseRetractions(text: string): {
  readonly retractions: ReadonlyMap<QaId, Retraction>;
  readonly problems: readonly LineProblem[];
} {
  const retractions = new Map<QaId, Retraction>();
  const { problems } = readLines(text, (line) => {
    const [qaId = '', retractedAt = ''] = line.split(/[\t ]+/);
    if (!isQaId(qaId)) return null;
    // A line without its time still says which pair must not come back.
    const retraction = { qaId, retractedAt: isTimestamp(retractedAt) ? retractedAt : '' };
    return retractions.set(qaId, retractions.get(qaId) ?? retraction);
  });
  return { retractions, problems };
}
