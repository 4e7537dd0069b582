import type { Citation, PlannedPost } from '../reply/reply-record.ts';
import { visibleText } from '../values/text.ts';
import { knownLinks, linksInProse, plainTitle, unlinkUnknown } from './answer-links.ts';
import { splitMessage } from './split-message.ts';

/** Discord's limits, in UTF-16 code units. */
const maxMessageChars = 2_000;
const maxTitleChars = 100;

interface PostTexts {
  readonly links_heading: string;
  readonly answered_by_team: string;
  readonly not_covered: string;
  readonly nearest_pages: string;
  readonly earlier_answer: string;
  /** Empty: answers carry no footer. */
  readonly ai_footer: string;
  /** Of a thread whose question has no words of its own. */
  readonly thread_title: string;
}

interface PostStyle {
  readonly style: PlannedPost['style'];
  /** The question, from which a thread takes its title. */
  readonly question: string;
  readonly texts: PostTexts;
}

/** The answer, its links and the footer, split as Discord needs it. One that was given before says so. */
export function composeAnswer({
  answer,
  citations,
  isEarlier = false,
  ...post
}: PostStyle & {
  readonly answer: string;
  readonly citations: readonly Citation[];
  readonly isEarlier?: boolean;
}): PlannedPost {
  const lines = unique(onceEach(citations).map((citation) => linkLine(citation, post.texts)));
  const note = isEarlier ? post.texts.earlier_answer : null;
  return plan(post, [note, answer, listed(post.texts.links_heading, lines), post.texts.ai_footer]);
}

/** What a member who asked directly reads when nothing covers the question. */
export function composeNotCovered({
  nearest,
  ...post
}: PostStyle & { readonly nearest: readonly Citation[] }): PlannedPost {
  const lines = unique(
    onceEach(nearest)
      .slice(0, 3)
      .map((citation) => linkLine(citation, post.texts)),
  );
  return plan(post, [post.texts.not_covered, listed(post.texts.nearest_pages, lines)]);
}

/** One of the fixed sentences of the config. */
export const composeSentence = ({
  sentence,
  ...post
}: PostStyle & { readonly sentence: string }): PlannedPost => plan(post, [sentence]);

function plan({ style, question, texts }: PostStyle, blocks: readonly (string | null)[]): PlannedPost {
  const text = blocks.filter((block) => block !== null && block !== '').join('\n\n');
  const title = threadTitle(question) || texts.thread_title;
  const isKnown = knownLinks(linksInProse(text));
  const parts = splitMessage({ text, limit: maxMessageChars });
  // A part that ends within code makes links of what was none in the whole.
  return { style, title, parts: parts.map((part) => unlinkUnknown(part, isKnown)) };
}

const listed = (heading: string, lines: readonly string[]): string | null =>
  lines.length === 0 ? null : [`**${heading}**`, ...lines].join('\n');

/** A link in angle brackets makes no preview; a title is data and stays on its line. */
function linkLine(
  { sourceId, title, url }: Citation,
  { answered_by_team: answeredByTeam }: PostTexts,
): string {
  const name = plainTitle(title);
  if (sourceId.startsWith('team:')) return url ? `- ${answeredByTeam}: <${url}>` : `- ${answeredByTeam}`;
  return url ? `- ${name}: <${url}>` : `- ${name}`;
}

/** Two sources may be read at the same address. */
const onceEach = (citations: readonly Citation[]): readonly Citation[] =>
  citations.filter(
    ({ url }, at) => url === null || citations.findIndex((citation) => citation.url === url) === at,
  );

const unique = (lines: readonly string[]): readonly string[] => [...new Set(lines)];

/** The question's first line, cut at a word; empty where it has none. */
export function threadTitle(question: string): string {
  const line = visibleText(question)
    .replaceAll(/@steward\b|<[@#:][^>\s]*>/giu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  if (line.length <= maxTitleChars) return line;
  const head = line.slice(0, maxTitleChars - 1).replace(/[\uD800-\uDBFF]$/u, '');
  const word = head.lastIndexOf(' ');
  return `${word > maxTitleChars / 2 ? head.slice(0, word) : head}…`;
}
