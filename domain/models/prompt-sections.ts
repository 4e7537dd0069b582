/**
 * The user message of every model call: named, delimited sections, written and parsed only here. A delimiter is a whole
 * line with the call's random mark, so no text can open, close or name a section. Text that resembles a delimiter, in any
 * case, spacing or lookalike letters, gets a backslash in front so that a model does not mistake it; parsing removes it,
 * and every text survives the round trip.
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
  'unreplied',
  'topic',
  'message',
  'image',
  'passage',
  'rejected',
] as const;

export type SectionName = (typeof sectionNames)[number];

export interface PromptSection {
  readonly name: SectionName;
  /** The id of the text's source, topic or document, or null. No line breaks. */
  readonly id: string | null;
  readonly text: string;
  /** Whether a source is documentation, or a later statement of the team. */
  readonly from?: SourceOrigin;
  /** Set for search results, best first, and for sources chosen from them. Other indexes are whole, in their own order. */
  readonly by?: typeof search;
}

const search = 'search';

const origins = ['documentation', 'team'] as const;

type SourceOrigin = (typeof origins)[number];

const opening =
  /^<steward:([a-z]+) (\w+)(?: id=("(?:[^"\\]|\\.)*"))?(?: from="([a-z]+)")?(?: by="([a-z]+)")?>$/u;

/** "Steward" with lookalike letters and with invisible characters between them. */
const letters = [
  '[sſｓ\u0455]',
  '[tｔ\u0442]',
  '[eｅ\u0435]',
  '[wｗ\u051D\u0461]',
  '[aａ\u0430]',
  '[rｒ\u0433]',
  '[dｄ\u0501]',
].join(String.raw`[\p{Cf}\p{Mn}]{0,9}`);
/** Text that a reader or a model might take for the start of a delimiter. Bounded, so that matching stays linear. */
const lookalike = String.raw`([<＜﹤‹〈⟨])(?=[\s\p{Cf}\p{Cc}\\/／⁄]{0,40}${letters})`;
const unescaped = new RegExp(lookalike, 'giu');
const escaped = new RegExp(String.raw`\\${lookalike}`, 'giu');

/** `mark` is letters and digits that nobody can guess, new for each question. */
export function formatSections(sections: readonly PromptSection[], mark: string): string {
  return sections
    .map(({ name, id, text, from, by }) => {
      const attributes = [
        id === null ? '' : ` id=${JSON.stringify(id).replaceAll('<', String.raw`\u003c`)}`,
        from ? ` from="${from}"` : '',
        by ? ` by="${by}"` : '',
      ].join('');
      return `<steward:${name} ${mark}${attributes}>\n${escapeDelimiters(text)}\n</steward:${name} ${mark}>`;
    })
    .join('\n\n');
}

/** Parses the sections in order, by the mark of the first line; behind an index that comes first, by that of the next. Drops text between sections and a section without an end. */
export function parseSections(message: string): readonly PromptSection[] {
  const sections: PromptSection[] = [];
  const lines = message.split('\n');
  let mark = opening.exec(lines[0] ?? '')?.[2];
  for (let at = 0; at < lines.length; at += 1) {
    const match = opening.exec(lines[at] ?? '');
    const name = sectionNames.find((sectionName) => sectionName === match?.[1]);
    if (!match || !name || match[2] !== mark) continue;
    const end = lines.indexOf(`</steward:${name} ${mark}>`, at + 1);
    if (end < 0) continue;
    const id = match[3] === undefined ? null : String(JSON.parse(match[3]));
    const from = origins.find((origin) => origin === match[4]);
    const text = unescapeDelimiters(lines.slice(at + 1, end).join('\n'));
    sections.push({ name, id, text, ...(from && { from }), ...(match[5] === search && { by: search }) });
    at = end;
    if (sections.length === 1 && name === 'index') mark = opening.exec(lines[end + 2] ?? '')?.[2] ?? mark;
  }
  return sections;
}

const escapeDelimiters = (text: string): string => text.replaceAll(unescaped, String.raw`\$1`);

const unescapeDelimiters = (text: string): string => text.replaceAll(escaped, '$1');
