import { erasedText, withErased } from './erased-turns.ts';
import type { ErasedEntry } from './erasures-file.ts';
import type { RawEntry } from './qa-pair.ts';

/** Finds what a person who is to be erased wrote, and traces of them in other people's words. */

export interface PersonNames {
  readonly userId: string;
  /** The names that Discord showed. */
  readonly names: readonly string[];
}

/** Whether a text holds the person's id or one of their names as a word. Others may share the name, so a person has to check. */
export const namesPerson = (text: string, { userId, names }: PersonNames): boolean =>
  [userId, ...names].some((name) => standsIn(text, name));

function standsIn(text: string, words: string): boolean {
  if (words.trim() === '') return false;
  const pattern = words.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${pattern}(?![\p{L}\p{N}])`, 'iu').test(text);
}

/** What of an entry goes with a person, null if nothing, and the turns that stay and may speak of them, counted from 0. */
export function tracesIn(
  entry: RawEntry,
  ownTurns: readonly number[],
  person: PersonNames,
): { readonly erased: ErasedEntry | null; readonly mentions: readonly number[] } {
  const erased = ownTurns.length === 0 ? null : erasedIn(entry, ownTurns);
  if (erased?.messageIds === null) return { erased, mentions: [] };
  const mentions = entry.turns.flatMap(({ text }, turn) =>
    !ownTurns.includes(turn) && namesPerson(text, person) ? [turn] : [],
  );
  return { erased, mentions };
}

/** An entry that the person asked goes as a whole, and so does one that has no question or no answer without them. */
function erasedIn(entry: RawEntry, ownTurns: readonly number[]): ErasedEntry | null {
  const { qaId, turns, messageIds } = entry;
  if (turns.every(({ text }) => text === erasedText)) return null;
  const whole = { qaId, messageIds: null };
  const asker = turns.findIndex(({ label }) => label === 'User');
  if (ownTurns.includes(asker) || messageIds.length !== turns.length) return whole;
  const ownIds = ownTurns.flatMap((turn) => messageIds[turn] ?? []);
  const remainingTurns = withErased(entry, ownIds).turns;
  const hasPair = (['User', 'Team'] as const).every((side) =>
    remainingTurns.some(({ label }) => label === side),
  );
  return hasPair ? { qaId, messageIds: ownIds } : whole;
}

/** The archive has no field for authors, so the records say who wrote which turn, or at least which messages. */
export function turnsOf({
  entry,
  userId,
  authors,
  known,
}: {
  readonly entry: RawEntry;
  readonly userId: string;
  readonly authors: readonly string[] | null;
  readonly known: ReadonlyMap<string, 'User' | 'Team'>;
}): readonly number[] {
  if (authors && authors.length === entry.turns.length) {
    return authors.flatMap((author, at) => (author === userId ? [at] : []));
  }
  const labels = entry.messageIds.map((id) => known.get(id) ?? null);
  if (entry.messageIds.length === entry.turns.length) {
    return labels.flatMap((label, at) => (label === null ? [] : [at]));
  }
  // The Python original joined several messages to a turn, so all turns of that side count.
  return entry.turns.flatMap(({ label }, at) => (labels.some((side) => side === label) ? [at] : []));
}
