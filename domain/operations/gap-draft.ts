import { teamTurns } from '../team/erased-turns.ts';
import type { RawEntry } from '../team/qa-pair.ts';
import { askersText, type Gap } from './gaps.ts';

/** A draft for the documents, to be edited by a person: Markdown without mentions, under the question that names the gap. */
export interface GapDraft {
  readonly title: string;
  readonly text: string;
  readonly quotesTeam: boolean;
}

const maxQuotes = 5;
/** Entries in which the team answered one of a gap's questions, the latest first. */
export function entriesAbout({ questions }: Gap, entries: readonly RawEntry[]): readonly RawEntry[] {
  const questionIds = new Set(questions.map(({ messageId }) => messageId));
  return entries
    .filter(({ messageIds }) => messageIds.some((id) => questionIds.has(id)))
    .toReversed()
    .slice(0, maxQuotes);
}

/**
 * The gap's title as a heading, the team's turns in these entries as quotes, and the nearest pages. A link leads to the conversation;
 * it is null if not everyone can read it.
 */
export function draftOf(
  gap: Gap,
  about: readonly { readonly turns: RawEntry['turns']; readonly link: string | null }[],
): GapDraft {
  const title = withoutMentions(gap.title);
  const quotes = about.map(({ turns, link }) => ({
    text: teamTurns(turns).map(withoutMentions).join('\n\n'),
    link,
  }));
  const quotesWithText = quotes.filter(({ text }) => text.trim() !== '');
  const text = [
    `## ${title}`,
    ...quotesWithText.flatMap((quote) => [
      '',
      ...quoted(quote.text),
      ...(quote.link === null ? [] : ['>', `> <${quote.link}>`]),
    ]),
    ...(quotesWithText.length === 0 ? ['', 'The team has not answered this yet.'] : []),
    ...(gap.pages.length > 0
      ? [
          '',
          'Nearest pages:',
          '',
          ...gap.pages.map(({ title: page, sourceId, url }) => pageLine(page, url ?? sourceId)),
        ]
      : []),
    '',
    `${askersText(gap)}.`,
    '',
  ].join('\n');
  return { title, text, quotesTeam: quotesWithText.length > 0 };
}

const quoted = (text: string): readonly string[] => text.split('\n').map((line) => `> ${line}`.trimEnd());

const pageLine = (title: string, place: string): string =>
  `- ${title.replaceAll(/[\r\n]+/gu, ' ')}: ${place}`;

/** Also those that somebody wrote as text. */
const mention = /<@[!&]?\d+>|(?<![\p{L}\p{N}_.])@[\p{L}\p{N}_.]{2,32}(?![\p{L}\p{N}_.]|\/)/gu;

const withoutMentions = (text: string): string => text.replaceAll(mention, '…');
