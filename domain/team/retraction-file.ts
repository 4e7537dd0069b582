import { isQaId, isTimestamp, type QaId } from '../values/qa-id.ts';

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
