import { wordsIn } from '../values/text.ts';
import { asksNothing, erasedText, withErasedTurns } from './erased-turns.ts';
import type { RawEntry } from './qa-pair.ts';

/** Finds what a person who is to be erased wrote, and traces of them in other people's words. */

export interface PersonNames {
  readonly userId: string;
  /** The names that Discord showed. */
  readonly names: readonly string[];
}

/** Whether a store holds anything of a person. */
export const isKnown = ({
  entries,
  messages,
  snapshots,
  replyRecords,
  otherRows,
}: {
  readonly entries: readonly unknown[];
  readonly messages: number;
  readonly snapshots: number;
  readonly replyRecords: number;
  readonly otherRows: number;
}): boolean => entries.length + messages + snapshots + replyRecords + otherRows > 0;

/** Names that replace mentions of unknown people, roles and channels. */
const anybody = new Set(['someone', 'steward', 'role', 'channel', 'everyone', 'here', 'team']);

/** Whether a text holds the person's id or mentions them. Steward renders a mention as `@` and the name. */
export const mentionsPerson = (text: string, { userId, names }: PersonNames): boolean =>
  standsIn(text, userId) ||
  names.some((name) => !anybody.has(name.toLowerCase()) && standsIn(text, `@${name}`));

/** Whether a text holds the person's name as a word. Others may share the name, so a person has to check. */
export const namesPerson = (text: string, { names }: PersonNames): boolean =>
  names.some((name) => standsIn(text, name));

function standsIn(text: string, words: string): boolean {
  if (words.trim() === '') return false;
  const pattern = words.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${pattern}(?![\p{L}\p{N}])`, 'iu').test(text);
}

/** This many equal words in a row are hardly a coincidence. */
const quotedWords = 5;

/** Whether a text repeats `quotedWords` consecutive words of another. */
export function repeatsWords(text: string, words: string): boolean {
  const runs = new Set(runsOf(words));
  return runsOf(text).some((run) => runs.has(run));
}

function runsOf(text: string): readonly string[] {
  const words = wordsIn(text);
  return words.slice(quotedWords - 1).map((_, at) => words.slice(at, at + quotedWords).join(' '));
}

/** The turns of an entry that are erased, and those that a person has to decide about. */
export function tracesIn({
  entry: { qaId, turns },
  own,
  chosen,
  person,
}: {
  readonly entry: RawEntry;
  readonly own: readonly number[];
  readonly chosen: readonly number[];
  readonly person: PersonNames;
}) {
  const at = [...turns.keys()].filter((turn) => turns[turn]?.text !== erasedText);
  const textOf = (turn: number) => turns[turn]?.text ?? '';
  const direct = at.filter(
    (turn) => own.includes(turn) || chosen.includes(turn) || mentionsPerson(textOf(turn), person),
  );
  // An answer without its question is useless, and is most likely to repeat it.
  const isUnasked = own.length + direct.length > 0 && asksNothing(withErasedTurns(turns, direct));
  const erased = isUnasked ? at : direct;
  const said = own.map(textOf).join('\n');
  const candidates = at
    .filter((turn) => !erased.includes(turn))
    .filter((turn) => namesPerson(textOf(turn), person) || repeatsWords(textOf(turn), said))
    .map((turn) => ({ qaId, turn, text: textOf(turn) }));
  return { erased: { qaId, turns: erased }, candidates };
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
  const own = entry.messageIds.map((id) => known.get(id) ?? null);
  if (entry.messageIds.length === entry.turns.length) {
    return own.flatMap((label, at) => (label === null ? [] : [at]));
  }
  // The Python original joined several messages to a turn, so all turns of that side count.
  return entry.turns.flatMap(({ label }, at) => (own.some((side) => side === label) ? [at] : []));
}
