/**
 * The user message of every model call: named, delimited sections, written and parsed here alone.
 *
 * A delimiter is a whole line. A line of the content that could pass for one gets a backslash in front, and parsing
 * takes it away again, so no text can open, close or name a section, and every text survives the round trip.
 */
export const sectionNames = [
  'question',
  'rewritten',
  'today',
  'conversation',
  'others',
  'earlier',
  'index',
  'source',
  'draft',
  'objections',
  'topics',
  'tool',
  'document',
  'pair',
  'topic',
  'message',
  'image',
  'passage',
  'rejected',
] as const;

export type SectionName = (typeof sectionNames)[number];

export interface PromptSection {
  readonly name: SectionName;
  /** The source, topic or document that the text is, else null. No line breaks. */
  readonly id: string | null;
  readonly text: string;
  /** Of a source: whether the documentation says it, or the team did, later. */
  readonly from?: SourceOrigin;
  /**
   * An index lists what a search for the question found, the best first; else it is whole, in its own order. A source was
   * chosen from such an index.
   */
  readonly by?: typeof search;
}

const search = 'search';

const origins = ['documentation', 'team'] as const;

type SourceOrigin = (typeof origins)[number];

const opening = /^<steward:([a-z]+)(?: id=("(?:[^"\\]|\\.)*"))?(?: from="([a-z]+)")?(?: by="([a-z]+)")?>$/;
const looksLikeDelimiter = /^\\*<\/?steward:/;

export function formatSections(sections: readonly PromptSection[]): string {
  return sections
    .map(({ name, id, text, from, by }) => {
      const attributes = [
        id === null ? '' : ` id=${JSON.stringify(id)}`,
        from ? ` from="${from}"` : '',
        by ? ` by="${by}"` : '',
      ].join('');
      return `<steward:${name}${attributes}>\n${escapeLines(text)}\n</steward:${name}>`;
    })
    .join('\n\n');
}

/** The sections in order. Text between sections is not ours and is dropped, as is a section without its end. */
export function parseSections(message: string): readonly PromptSection[] {
  const sections: PromptSection[] = [];
  const lines = message.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const match = opening.exec(lines[at] ?? '');
    const name = sectionNames.find((known) => known === match?.[1]);
    if (!match || !name) continue;
    const end = lines.indexOf(`</steward:${name}>`, at + 1);
    if (end < 0) continue;
    const id = match[2] === undefined ? null : String(JSON.parse(match[2]));
    const from = origins.find((known) => known === match[3]);
    const text = unescapeLines(lines.slice(at + 1, end));
    sections.push({ name, id, text, ...(from && { from }), ...(match[4] === search && { by: search }) });
    at = end;
  }
  return sections;
}

const escapeLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => (looksLikeDelimiter.test(line) ? `\\${line}` : line))
    .join('\n');

const unescapeLines = (lines: readonly string[]): string =>
  lines
    .map((line) => (looksLikeDelimiter.test(line) && line.startsWith('\\') ? line.slice(1) : line))
    .join('\n');
