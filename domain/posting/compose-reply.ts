import { courtesyOf } from '../language/courtesies.ts';
import { compareQaIds, timestampFromQaId } from '../values/qa-id.ts';
import type { Citation, PlannedPost } from '../reply/reply-record.ts';
import { collapseWhitespace, fillText, shortenedTo, visibleText, withoutSteward } from '../values/text.ts';
import { knownLinks, linksInProse, plainTitle, unlinkUnknown } from './answer-links.ts';
import { splitMessage } from './split-message.ts';
import type { ComparedPage } from '../team/pair-comparison.ts';
import { isTeamSource } from '../team/topic-slug.ts';

/** Discord's limit, in UTF-16 code units. */
const maxTitleChars = 100;

interface PostTexts {
  readonly links_heading: string;
  /** Names the pages without a link. */
  readonly from_pages: string;
  readonly answered_by_team: string;
  readonly nearest_pages: string;
  readonly close_answers: string;
  readonly earlier_answer: string;
  /** If empty, answers carry no footer. The others are for answers that rest on the team's words alone, or also. */
  readonly ai_footer: string;
  readonly ai_footer_team: string;
  readonly ai_footer_both: string;
  readonly from_documentation: string;
  readonly from_team: string;
  readonly page_says_otherwise: string;
  /** The title of a thread whose question has no words of its own. */
  readonly thread_title: string;
}

interface PostStyle {
  readonly style: PlannedPost['style'];
  /** The question, which gives a thread its title. */
  readonly question: string;
  readonly texts: PostTexts;
}

/** The author of an answer's words. Only a model's own words get the footer that an AI wrote them. */
export type WrittenBy = 'model' | 'quote' | 'team';

/** The answer, its links and the footer, split for Discord. An answer given before is marked as such. */
export function composeAnswer({
  answer,
  citations,
  isEarlier = false,
  otherwise = [],
  writtenBy = 'model',
  ...post
}: PostStyle & {
  readonly answer: string;
  readonly citations: readonly Citation[];
  readonly isEarlier?: boolean;
  /** The pages that contradict cited pairs. */
  readonly otherwise?: readonly ComparedPage[];
  readonly writtenBy?: WrittenBy;
}): PlannedPost {
  const { texts } = post;
  const cited = onceEach(citations);
  // Angle brackets around a link suppress its preview.
  const links = cited.flatMap((one) => (one.url === null ? [] : [`- ${nameOf(one, texts)}: <${one.url}>`]));
  const unlinked = cited.filter(({ url }) => url === null);
  const [pages = [], team = []] = [false, true].map((isTeam) =>
    unique(
      unlinked.filter(({ sourceId }) => isTeamSource(sourceId) === isTeam).map((one) => nameOf(one, texts)),
    ),
  );
  const named = pages.length > 0 ? [fillText(texts.from_pages, { pages: pages.join(', ') }), ...team] : team;
  const ofTeam = citations.filter(({ sourceId }) => isTeamSource(sourceId)).length;
  const isOfTeam = ofTeam > 0 && ofTeam === citations.length;
  const quoted = isOfTeam ? texts.from_team : texts.from_documentation;
  const footer = isOfTeam ? texts.ai_footer_team : ofTeam > 0 ? texts.ai_footer_both : texts.ai_footer;
  return plan(post, [
    isEarlier ? texts.earlier_answer : null,
    writtenBy === 'quote' ? quoted : null,
    answer,
    listed(texts.links_heading, unique(links)),
    named.join('\n'),
    ...unique(otherwise.map((page) => fillText(texts.page_says_otherwise, { page: statementLine(page) }))),
    writtenBy === 'model' && texts.ai_footer !== '' ? footer : null,
  ]);
}

/** What the page says, beside its title, day and link. */
const statementLine = (page: ComparedPage): string =>
  `${pagesLine(page)} “${plainTitle(shortened(page.statement))}”`;

/** The page's title, the day when it was read, and its link. */
export const pagesLine = ({ title, url, date }: ComparedPage): string =>
  `${plainTitle(title)} (${date.slice(0, 10)})${url === null ? '' : `: <${url}>`}`;

/** A page to look at, with a line of its text for readers who cannot open it. */
export type NearPage = Pick<Citation, 'sourceId' | 'title' | 'url'> & { readonly snippet: string };

/** The first three of the nearest pages, each once. */
export const shownPages = <Page extends NearPage>(nearest: readonly Page[]): readonly Page[] =>
  onceEach(nearest).slice(0, 3);

/**
 * A sentence that there is no answer, followed by similar answers of the team (not presented as the answer) and the
 * nearest pages. It opens no thread.
 */
export function composeNotCovered({
  nearest,
  sentence,
  ...post
}: Omit<PostStyle, 'style'> & {
  readonly sentence: string;
  readonly nearest: readonly NearPage[];
}): PlannedPost {
  const lineOf = (page: NearPage) =>
    page.url === null ? textLine(page, post.texts) : `- ${shortened(plainTitle(page.title))}: <${page.url}>`;
  const [close, pages] = [true, false].map((isOfTeam) =>
    unique(nearest.filter(({ sourceId }) => isTeamSource(sourceId) === isOfTeam).map(lineOf)),
  );
  const { close_answers: closeAnswers, nearest_pages: nearestPages } = post.texts;
  const urls = nearest.flatMap(({ url }) => (url === null ? [] : [`<${url}>`]));
  return plan(
    { ...post, style: 'reply' },
    [sentence, listed(closeAnswers, close ?? []), listed(nearestPages, pages ?? [])],
    [sentence, closeAnswers, nearestPages, ...urls],
  );
}

/** A post with one of the config's fixed sentences. */
export const composeSentence = ({
  sentence,
  ...post
}: PostStyle & { readonly sentence: string }): PlannedPost => plan(post, [sentence]);

/** Only links in `trusted` stay links. */
function plan(
  { style, question, texts }: PostStyle,
  blocks: readonly (string | null)[],
  trusted = blocks,
): PlannedPost {
  const text = inBlocks(blocks);
  const title = threadTitle(question) || texts.thread_title;
  const isKnown = knownLinks(linksInProse(inBlocks(trusted)));
  const parts = splitMessage({ text });
  // A part that ends inside code may turn text of the whole into links.
  return { style, title, parts: parts.map((part) => unlinkUnknown(part, isKnown)) };
}

const inBlocks = (blocks: readonly (string | null)[]): string =>
  blocks.filter((block) => block !== null && block !== '').join('\n\n');

const listed = (heading: string, lines: readonly string[]): string | null =>
  lines.length === 0 ? null : [`**${heading}**`, ...lines].join('\n');

/** A page's title, of the team's answers who gave them, and the month: "Answered by the team (2025-03)". */
function nameOf(
  {
    sourceId,
    title,
    date,
    qaIds = [],
  }: Pick<Citation, 'sourceId' | 'title' | 'date'> & Partial<Pick<Citation, 'qaIds'>>,
  { answered_by_team: answeredByTeam }: PostTexts,
): string {
  const name = isTeamSource(sourceId) ? answeredByTeam : plainTitle(title);
  const day = dayOf({ date, qaIds });
  return day === null ? name : `${name} (${day.slice(0, 7)})`;
}

/** The day of a page's last change, or of the newest pair. */
export function dayOf({ date = null, qaIds }: Pick<Citation, 'date' | 'qaIds'>): string | null {
  const newest = qaIds.toSorted(compareQaIds).at(-1);
  return newest ? timestampFromQaId(newest).slice(0, 10) : date;
}

const maxSnippetChars = 120;

/** A line of the page's text without its marks. A sign that Discord would take for one is escaped, as in `A__B` and `a || b`. */
function textLine(page: NearPage, texts: PostTexts): string {
  const name = nameOf(page, texts);
  const words = plainTitle(page.snippet.replaceAll(/^\s*(?:\\?[*+-]|\d+\.)\s+/gmu, '')).replaceAll(
    /<\/[a-z][\w:-]{0,40}>|<[a-z][\w:-]{0,40}\s[^<>]{0,200}=[^<>]{0,200}>|\\(?=[^a-z\d\s])|\*{2,}|(?<!\S)#{1,6}\s/giu,
    '',
  );
  const text = shortened(words).replaceAll(/_{2,}|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|[*~|]/gu, (marks) =>
    marks.replaceAll(/./gu, String.raw`\$&`),
  );
  return text === '' ? `- ${name}` : `- ${name}: ${text}`;
}

const shortened = (text: string): string => shortenedTo(text, maxSnippetChars);

/** Two sources may have the same address. */
const onceEach = <Page extends { readonly url: string | null }>(
  citations: readonly Page[],
): readonly Page[] =>
  citations.filter(
    ({ url }, at) => url === null || citations.findIndex((citation) => citation.url === url) === at,
  );

const unique = (lines: readonly string[]): readonly string[] => [...new Set(lines)];

/** The question on one line, cut at a word, without greetings and sentences in which something was masked. Empty if nothing is left. */
export function threadTitle(question: string): string {
  const sentences = withoutSteward(visibleText(question)).split(/(?<=[.!?…])\s+|\n/u);
  const asking = sentences
    .map((sentence) =>
      courtesyOf(sentence.split(',', 1)[0] ?? '') ? sentence.replace(/^[^,]*,?\s*/u, '') : sentence,
    )
    .filter((sentence) => !courtesyOf(sentence) && !/\[[a-z ]{1,40} removed\]/u.test(sentence));
  return shortenedTo(collapseWhitespace(asking.join(' ')), maxTitleChars);
}
