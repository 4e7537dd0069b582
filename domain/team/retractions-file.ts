import { isQaId, isTimestamp, type QaId } from '../values/qa-id.ts';
import { readLines } from '../values/text.ts';

/** An entry that no longer counts. */
export interface Retraction {
  readonly qaId: QaId;
  /** RFC 3339, UTC, `Z`. */
  readonly retractedAt: string;
}

/** A line of `retractions.txt`: `qa_id` and time, separated by a tab. */
export const formatRetraction = ({ qaId, retractedAt }: Retraction): string => `${qaId}\t${retractedAt}\n`;

/** The first line about a pair counts. */
export function parseRetractions(text: string) {
  const retractions = new Map<QaId, Retraction>();
  const { problems } = readLines(text, (line) => {
    const [qaId = '', retractedAt = ''] = line.split(/[\t ]+/);
    if (!isQaId(qaId)) return null;
    // A line without its time still says which pair must not come back.
    const retraction = { qaId, retractedAt: isTimestamp(retractedAt) ? retractedAt : '' };
    return retractions.set(qaId, retractions.get(qaId) ?? retraction);
  });
  return { values: [...retractions.values()], problems };
}
