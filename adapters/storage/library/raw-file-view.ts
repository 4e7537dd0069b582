import { parseRaw } from '../../../domain/team/qa-blocks.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import type { RawEntry } from '../../../domain/team/qa-pair.ts';
import type { FileText } from '../files/file-views.ts';

/** A week's file as it was parsed, and what an append has to find in it. It grows with the file. */
export interface RawFileView {
  readonly entries: RawEntry[];
  /** In the order of the file: a conversation that was edited has several entries under the same messages. */
  readonly byConversation: Map<string, RawEntry[]>;
  /** Every id in the file, also those of entries that cannot be read. */
  readonly ids: Set<QaId>;
  readonly problems: ReturnType<typeof parseRaw>['problems'];
  readonly endsInLine: boolean;
}

export function rawFileView({ text }: Pick<FileText, 'text'>): RawFileView {
  const { entries, problems } = parseRaw(text);
  const view: RawFileView = {
    entries: [],
    byConversation: new Map(),
    ids: new Set(Array.from(text.matchAll(/^id:[ \t]*(qa_\S+)/gm), (match) => match[1] as QaId)),
    problems,
    endsInLine: text === '' || text.endsWith('\n'),
  };
  for (const entry of entries) addEntry(view, entry);
  return view;
}

export function addEntry(view: RawFileView, entry: RawEntry): void {
  view.entries.push(entry);
  const key = conversationKey(entry);
  view.byConversation.set(key, [...(view.byConversation.get(key) ?? []), entry]);
  view.ids.add(entry.qaId);
}

/** What makes an entry the same one: its conversation and its messages, in whatever order. */
export const conversationKey = ({ conversationId, messageIds }: RawEntry): string =>
  `${conversationId}\n${messageIds.toSorted().join(',')}`;
