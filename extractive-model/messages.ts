import type { PromptSection } from '../domain/models/prompt-sections.ts';
import { sourceWords } from '../domain/posting/source-words.ts';
import { wordsIn } from '../domain/values/text.ts';
import { textBlocksOf, type TextBlock } from './text/blocks.ts';

/** The first head cell of a table of messages. */
const headOfMessages =
  /^\W*(?:(?:error|status|exit|warning) )?(?:messages?|errors?|codes?|symptoms?|warnings?|exceptions?)\b/iu;

/** A code such as E2004, EACCES or SQLITE_BUSY, which identifies a message by itself. */
const code = /^(?=.*\p{Lu})(?:[\p{Lu}_]{5,}|(?=.*\d)[\p{Lu}\d_-]{4,})$/u;

export interface FoundMessage {
  readonly sourceId: string;
  /** The cells of its row, each verbatim. */
  readonly text: string;
}

/** The row of a table of messages whose message the question quotes. It need not contain other words of the question. */
export function quotedMessage(question: string, sources: readonly PromptSection[]): FoundMessage | null {
  const asked = ` ${plain(question)} `;
  const codes = new Set(question.match(/[\p{L}\d_-]+/gu));
  const quotes = (message: string): boolean => {
    const words = plain(message);
    const isSaid = words.includes(' ') && asked.includes(` ${words} `);
    return (
      isSaid || (message.match(/[\p{L}\d_-]+/gu) ?? []).some((word) => code.test(word) && codes.has(word))
    );
  };
  for (const { id, text } of sources) {
    const rows = sourceWords({ sourceId: id ?? '', text }).flatMap(messageRows);
    const row = rows.find(([message = '']) => quotes(message));
    if (row) return { sourceId: id ?? '', text: row.filter((cell) => cell !== '').join('\n\n') };
  }
  return null;
}

/** The cells of each row of the tables of messages, without their heads. */
function messageRows(document: string): readonly (readonly string[])[] {
  const blocks = textBlocksOf(document);
  const isHead = (block: TextBlock, before: TextBlock | undefined): boolean =>
    before?.kind !== 'row' || before.section !== block.section;
  let ofMessages = false;
  return blocks.flatMap((block, at) => {
    if (block.kind !== 'row') return [];
    const cells = cellsOf(document.slice(block.start, block.end));
    if (!isHead(block, blocks[at - 1])) return ofMessages ? [cells] : [];
    ofMessages = headOfMessages.test(cells[0] ?? '');
    return [];
  });
}

const cellsOf = (row: string): readonly string[] =>
  row
    .trim()
    .replace(/^\|/u, '')
    .replace(/\|$/u, '')
    .split(/(?<!\\)\|/u)
    .map((cell) => cell.trim());

const plain = (text: string): string => wordsIn(text).join(' ');
