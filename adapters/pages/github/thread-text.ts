import type { RepositoryText } from '../../../domain/ports/pages.ts';
import { quotationOf } from '../../../domain/language/quotes.ts';
import { captureMasks } from '../../../domain/team/form-pair.ts';
import { openFence, plainHeading, withBoldHeadings } from '../../../domain/documents/headings.ts';
import { oneLineEnd, oneLineOf } from '../../../domain/values/text.ts';
import { withoutComments } from '../../../domain/documents/markup/comments.ts';

/** What somebody wrote in a thread of a repository. */
export interface ThreadPost {
  readonly text: string;
  readonly url: string;
  /** An owner, a member or a collaborator of the repository. */
  readonly isTeam: boolean;
  readonly isBot: boolean;
  /** Marked as the answer, in a discussion. */
  readonly isAnswer: boolean;
  readonly reactions: number;
}

/** A closed issue, or a discussion. */
export interface RepositoryThread {
  readonly title: string;
  readonly labels: readonly string[];
  /** RFC 3339; null if it is open. */
  readonly closedAt: string | null;
  readonly question: string;
  readonly posts: readonly ThreadPost[];
}

/** Longer threads are cut at their end, behind the answer. */
const maxThreadChars = 40_000;
const maxDescriptionChars = 300;

/**
 * A thread as a document, its answer first. Null if no owner, member or collaborator has answered. Nobody is named: mentions,
 * addresses and what looks like a secret are masked as in chat.
 */
export function threadText({
  title,
  labels,
  closedAt,
  question,
  posts,
}: RepositoryThread): RepositoryText | null {
  const answer = answerOf(posts);
  if (answer === null) return null;
  const named = withoutNames(oneLineOf(title, 200));
  const facts = [
    ...(labels.length > 0
      ? [`Labels: ${withoutNames(labels.map((label) => oneLineOf(label, 60)).join(', '))}`]
      : []),
    ...(closedAt === null ? [] : [`Closed: ${closedAt.slice(0, 10)}`]),
  ];
  const others = posts.filter((post) => post !== answer && says(post));
  const answerTitle = answer.isTeam ? 'Answer of the maintainers' : 'The answer that was accepted, of a user';
  const text = [
    `# ${named}`,
    `## ${answerTitle}\n\n${(answer.isTeam ? plain : quoted)(answer.text)}`,
    `## Question\n\n${quoted(question || named)}`,
    ...(facts.length > 0 ? [facts.join('. ')] : []),
    ...others.map(({ text: postText, isTeam, url }) =>
      [
        `## ${isTeam ? 'A maintainer' : 'A user'} adds`,
        (isTeam ? plain : quoted)(postText),
        `[Comment](${url})`,
      ].join('\n\n'),
    ),
  ].join('\n\n');
  const anchor = /#([\w-]{1,200})$/u.exec(answer.url)?.[1];
  const description = `${named}: ${withoutNames(oneLineOf(withoutComments(answer.text), maxDescriptionChars))}`;
  return {
    title: named,
    text: text.slice(0, maxThreadChars),
    anchors: anchor === undefined ? [] : [[`${plainHeading(named)}\n${answerTitle}`, anchor]],
    description: oneLineOf(description, maxDescriptionChars),
  };
}

/**
 * What is marked as the answer, else what the maintainers' readers liked best. Of several the last that tells something, or an
 * earlier one with code or a link that tells much more; if none does, the longest.
 */
function answerOf(posts: readonly ThreadPost[]): ThreadPost | null {
  const answers = posts.filter((post) => (post.isTeam || post.isAnswer) && says(post));
  const marked = answers.find(({ isAnswer }) => isAnswer);
  const most = Math.max(0, ...answers.map(({ reactions }) => reactions));
  const liked = answers.filter(({ reactions }) => reactions === most);
  const last = liked.findLast(({ text }) => tells(text));
  const example = liked.findLast(({ text }) => tells(text) && shows.test(text));
  const fitting = last && example && last.text.length < muchShorter * example.text.length ? example : last;
  return marked ?? fitting ?? liked.toSorted((a, b) => b.text.length - a.text.length)[0] ?? null;
}

const muchShorter = 2 / 3;
/** Code, or a link. */
const shows = /`[^`\n]|^ {0,3}~~~|https?:\/\//mu;
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Whether a text is more than an acknowledgment and questions back: code, a link or eight words, beside questions. */
function tells(text: string): boolean {
  const stated = withoutComments(text)
    .replaceAll(/^ {0,3}>.*$/gmu, '')
    .split(/(?<=[.!?。！？])\s+|\n+|(?<=[。！？])/u)
    .filter((sentence) => !/[?？]\W*$/u.test(sentence))
    .join('\n');
  return shows.test(stated) || [...words.segment(stated)].filter((one) => one.isWordLike).length >= 8;
}

const says = ({ text, isBot }: ThreadPost): boolean =>
  !isBot && ![saysNothing, closesOnly].some((pattern) => pattern.test(withoutComments(text).trim()));

/** "Closing as stale", whatever follows in the paragraph. */
const closesOnly =
  /^[^\n]{0,60}\bclos(?:e|ed|ing)\b[^\n]{0,80}\b(?:stale|inactiv\w+|no (?:activity|repl\w+|response|feedback)|nobody has (?:replied|responded))\b[^\n]*$/iu;

/** "+1", "same here", "any news?", a mention or a reference alone. */
const saysNothing =
  /^(?:(?:\+1|:\+1:|[👍❤🎉]+|me too|same(?: here| issue| problem)?|bump|any (?:updates?|news|progress)(?: on this)?|cc|thanks?(?: you)?|(?:duplicate|closing as duplicate) of)?[\s.!?,]*(?:[@#][\w-]+[\s.!?,]*)*)$/iu;

/** Its headings are bold lines, and code that it leaves open ends with it. */
function plain(text: string): string {
  const markdown = withBoldHeadings(withoutNames(withoutComments(oneLineEnd(text)))).trim();
  const fence = openFence(markdown, null);
  return fence === null ? markdown : `${markdown}\n${fence}`;
}

/** The words of somebody who does not maintain the repository, as a quotation: they are no documentation. */
const quoted = (text: string): string => quotationOf(plain(text));

/** Nobody is named: mentions, addresses and what looks like a secret are masked as in chat. */
export const withoutNames = (text: string): string =>
  captureMasks
    .secrets_and_personal(text)
    .replaceAll(/(?<![\w`/@])@[a-z\d](?:[a-z\d-]{0,38})(?![\w/-])/giu, '@someone');
