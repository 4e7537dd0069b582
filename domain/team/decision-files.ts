import { isQaId, isTimestamp, type QaId } from '../values/qa-id.ts';
import { readLines } from '../values/text.ts';

/**
 * The lines of `decisions.txt` and `retractions.txt`, files beside the archive that hold people's decisions about
 * pairs.
 */

/** A person's decision about a capture that would remove more pairs than it may without approval. */
export interface RemovalDecision {
  /** The pair whose capture asked for approval. */
  readonly qaId: QaId;
  readonly approved: boolean;
  /** The removals that were shown. The decision covers only these. */
  readonly removals: readonly QaId[];
  /** RFC 3339, UTC, `Z`. */
  readonly decidedAt: string;
}

/** A line of `decisions.txt`: `qa_id`, `yes` or `no`, the removals with commas, and the time, separated by tabs. */
export const formatRemovalDecision = ({ qaId, approved, removals, decidedAt }: RemovalDecision): string =>
  `${[qaId, approved ? 'yes' : 'no', removals.join(','), decidedAt].join('\t')}\n`;

/** The last line about a pair counts. `problems` are the numbers of malformed lines, from 1. */
export function parseRemovalDecisions(text: string): {
  readonly decisions: ReadonlyMap<QaId, RemovalDecision>;
  readonly problems: readonly number[];
} {
  const { values, problems } = readLines(text, (line): RemovalDecision | null => {
    const [qaId = '', word = '', list = '', decidedAt = ''] = line.split('\t');
    const removals = list.split(',').filter((id) => id !== '');
    const isDecision = (word === 'yes' || word === 'no') && isTimestamp(decidedAt);
    if (!isQaId(qaId) || !isDecision || !removals.every(isQaId)) return null;
    return { qaId, approved: word === 'yes', removals, decidedAt };
  });
  return { decisions: new Map(values.map((decision) => [decision.qaId, decision])), problems };
}

/** An entry that no longer counts. */
export interface Retraction {
  readonly qaId: QaId;
  /** RFC 3339, UTC, `Z`. */
  readonly retractedAt: string;
}

/** A line of `retractions.txt`: `qa_id` and time, separated by a tab. */
export const formatRetraction = ({ qaId, retractedAt }: Retraction): string => `${qaId}\t${retractedAt}\n`;

/**
 * The first line about a pair counts. `problems` are the numbers, from 1, of malformed lines and of a last line whose
 * id may be cut off.
 */
export function parseRetractions(text: string): {
  readonly retractions: ReadonlyMap<QaId, Retraction>;
  readonly problems: readonly number[];
} {
  const retractions = new Map<QaId, Retraction>();
  const { problems } = readLines(text, (line, isTorn) => {
    const [qaId = '', retractedAt = ''] = line.split(/[\t ]+/);
    const mayBeCut = isTorn && retractedAt === '' && !/\.\d{6}$/.test(qaId);
    if (!isQaId(qaId) || mayBeCut) return null;
    // A line without its time still says which pair must not come back.
    const retraction = { qaId, retractedAt: isTimestamp(retractedAt) ? retractedAt : '' };
    return retractions.set(qaId, retractions.get(qaId) ?? retraction);
  });
  return { retractions, problems };
}
