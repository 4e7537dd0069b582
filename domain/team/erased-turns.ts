import type { ErasedEntry } from './erasures-file.ts';
import { piecesOf } from './qa-block-reader.ts';
import { quotesIn } from '../language/quotes.ts';
import { formatRawEntry, parseRaw } from './qa-blocks.ts';
import type { RawEntry, Turn } from './qa-pair.ts';

/** Stands for an erased person's words. */
export const erasedText = '[forgotten]';

/** Replaces their id and name where one is required. */
export const erasedAuthor = 'forgotten';

/** What the team said in a pair, message by message, without what it quotes or forwards: anybody may have written that. */
export const teamTurns = (turns: readonly Turn[]): readonly string[] =>
  turns
    .flatMap(({ label, text }) => (label === 'Team' && text !== erasedText ? quotesIn(text).own : []))
    .filter((text) => text !== '');

/** A block needs a question and an answer. */
const tombstone = (['User', 'Team'] as const).map((label): Turn => ({ label, text: erasedText }));

/** An entry as it stays after an erasure: as a tombstone under its id, or without some messages. */
export function withErased(entry: RawEntry, messageIds: ErasedEntry['messageIds']): RawEntry {
  if (messageIds === null) return { ...entry, turns: tombstone };
  const stays = (at: number) => !messageIds.includes(entry.messageIds[at] ?? '');
  return {
    ...entry,
    turns: entry.turns.filter((_, at) => stays(at)),
    messageIds: entry.messageIds.filter((_, at) => stays(at)),
  };
}

/** Erases entries in a raw file's text. Others stay the same to the byte, and so does what is erased already. */
export function eraseEntries(text: string, erased: readonly ErasedEntry[]): string {
  const byId = new Map(erased.map(({ qaId, messageIds }) => [qaId, messageIds]));
  return piecesOf(text)
    .map((piece) => {
      const [entry] = parseRaw(piece.endsWith('\n') ? piece : `${piece}\n`).entries;
      const messageIds = entry && byId.get(entry.qaId);
      if (!entry || messageIds === undefined) return piece;
      const remaining = withErased(entry, messageIds);
      if (JSON.stringify(remaining) === JSON.stringify(entry)) return piece;
      // The line breaks before the next block stay.
      const [gap = ''] = /\n*$/.exec(piece) ?? [];
      return `${formatRawEntry(remaining).trimEnd()}${gap}`;
    })
    .join('');
}
