import { z } from 'zod';
import { threadText, type ThreadPost } from './thread-text.ts';
import { pageFailure } from '../network/page-failure.ts';
import { documentLeftOut } from '../../../domain/ports/errors.ts';
import type { RepositoryDocument, RepositoryRequest } from '../../../domain/ports/pages.ts';
import { setBounded } from '../../../domain/values/bounded.ts';
import type { ExtractionPool } from '../reading/extraction-pool.ts';
import type { GitHubApi, GitHubMemory } from './github-api.ts';

export interface RepositoryReading extends Pick<ExtractionPool, 'extract'> {
  readonly api: GitHubApi;
  readonly request: RepositoryRequest;
  readonly path: string;
  readonly memory: GitHubMemory;
}

/** GitHub's fields, as far as they are read. Anything of another type counts as missing. */
export const words = z.string().nullish().catch(null);
/** An address as its standard writes it, which ends no link of Markdown. */
export const address = z
  .url({ protocol: /^https?$/u })
  .transform((url) => new URL(url).href.replaceAll(/[()]/gu, (one) => (one === '(' ? '%28' : '%29')));

/** Whether an address is one of the repository's host: others would be shown as its own. */
export const isOfRepository = (url: string, { webUrl }: RepositoryRequest): boolean =>
  url.startsWith(`${webUrl}/`);
const user = z.object({ login: words, type: words }).nullish().catch(null);
const issue = z.object({
  number: z.int().positive(),
  title: z.string(),
  body: words,
  html_url: address,
  labels: z
    .array(z.union([z.string(), z.object({ name: words }).transform(({ name }) => name ?? '')]))
    .catch([]),
  active_lock_reason: words,
  comments: z.int().nonnegative().catch(0),
  closed_at: words,
  updated_at: z.string(),
  pull_request: z.unknown().optional(),
});
const comment = z.object({
  body: words,
  html_url: address,
  author_association: words,
  user,
  reactions: z
    .object({ '+1': z.int().catch(0), '-1': z.int().catch(0), heart: z.int().catch(0) })
    .nullish()
    .catch(null),
});
/** Why people lock a thread that nobody should read. Others are locked by bots after their end, for no reason or as resolved. */
const unwanted = /^(?:off[-_]topic|too[ _]heated|spam)$/iu;

const lockedError = documentLeftOut('it is locked as off-topic, too heated or spam').message;

const teamAssociations: readonly string[] = ['OWNER', 'MEMBER', 'COLLABORATOR'];

const isBot = (author: z.infer<typeof user>): boolean =>
  author?.type === 'Bot' || /\[bot\]$|-bot$/iu.test(author?.login ?? '');

const postOf = (one: z.infer<typeof comment>): ThreadPost => ({
  text: one.body ?? '',
  url: one.html_url,
  isTeam: teamAssociations.includes(one.author_association ?? ''),
  isBot: isBot(one.user),
  isAnswer: false,
  reactions: one.reactions ? one.reactions['+1'] + one.reactions.heart - one.reactions['-1'] : 0,
});

/** A thread of hundreds of comments says what matters in the first ones and by its likes. */
const commentPages = 3;
/** Of all repositories, some 2 MB of addresses. */
const mostUnanswered = 20_000;
const listPages = (threads: number): number => Math.ceil(threads / 20);

export async function* issuesOf({
  api,
  path,
  request,
  memory: { unanswered },
}: RepositoryReading): AsyncIterable<RepositoryDocument> {
  let threadsLeft = request.maxThreads;
  for await (const item of api.pages(`${path}/issues?state=closed&sort=updated`, listPages(threadsLeft))) {
    const { data } = issue.safeParse(item);
    // GitHub lists pull requests among issues.
    if (!data || data.pull_request || data.comments === 0 || !isOfRepository(data.html_url, request))
      continue;
    const { html_url: url, updated_at: version } = data;
    if (unanswered.get(url) === version) continue;
    if (unwanted.test(data.active_lock_reason ?? '')) {
      yield { url, version, text: null, error: lockedError };
      continue;
    }
    if (request.heldVersion(url) === version) yield { url, version, text: null };
    else {
      const posts: ThreadPost[] = [];
      for await (const one of api.pages(`${path}/issues/${data.number}/comments`, commentPages)) {
        const read = comment.safeParse(one).data;
        if (read) posts.push(postOf(read));
      }
      const text = threadText({
        title: `${data.title} (#${data.number})`,
        labels: data.labels.filter((label) => label !== ''),
        closedAt: data.closed_at ?? null,
        question: data.body ?? '',
        posts,
      });
      if (text === null) {
        setBounded(unanswered, { key: url, value: version, max: mostUnanswered });
        continue;
      }
      yield { url, version, text };
    }
    threadsLeft -= 1;
    if (threadsLeft === 0) return;
  }
}

const discussions = `query($owner: String!, $name: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    discussions(first: 50, after: $after, answered: true, orderBy: { field: UPDATED_AT, direction: DESC }) {
      pageInfo { hasNextPage endCursor }
      nodes {
        title body url updatedAt activeLockReason
        labels(first: 10) { nodes { name } }
        answer { id }
        comments(first: 50) { nodes { id body html_url: url author_association: authorAssociation user: author { login type: __typename } reactions(content: THUMBS_UP) { totalCount } } }
      }
    }
  }
}`;

const discussion = z.object({
  title: z.string(),
  body: words,
  url: address,
  updatedAt: z.string(),
  activeLockReason: words,
  labels: z
    .object({ nodes: z.array(z.object({ name: z.string() })) })
    .nullish()
    .catch(null),
  answer: z.object({ id: z.string() }).nullish().catch(null),
  comments: z.object({
    nodes: z.array(
      comment.extend({
        id: z.string(),
        reactions: z
          .object({ totalCount: z.int() })
          .transform(({ totalCount }) => ({ '+1': totalCount, '-1': 0, heart: 0 }))
          .nullish()
          .catch(null),
      }),
    ),
  }),
});
const discussionPage = z.object({
  errors: z.undefined().optional(),
  data: z.object({
    repository: z.object({
      discussions: z.object({
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: words }),
        nodes: z.array(z.unknown()),
      }),
    }),
  }),
});

/** Only GitHub's query language knows discussions, and it asks for a token. */
export async function* discussionsOf({ api, request }: RepositoryReading): AsyncIterable<RepositoryDocument> {
  if (request.token === null) return;
  const [owner = '', name = ''] = request.repository.split('/');
  let threadsLeft = request.maxThreads;
  for (let after: string | null = null; threadsLeft > 0;) {
    const answer: unknown = await api.query(discussions, { owner, name, after });
    const page = discussionPage.safeParse(answer).data?.data.repository.discussions;
    // Also a token without the right to read them: what the store holds stays.
    if (!page)
      throw pageFailure(
        'page_status',
        'GitHub does not list the discussions now, or the token may not read them.',
        {
          kind: 'transient',
        },
      );
    for (const node of page.nodes) {
      const { data } = discussion.safeParse(node);
      if (!data || threadsLeft === 0 || !isOfRepository(data.url, request)) continue;
      const { url, updatedAt: version } = data;
      if (unwanted.test(data.activeLockReason ?? '')) {
        yield { url, version, text: null, error: lockedError };
        continue;
      }
      const isHeld = request.heldVersion(url) === version;
      const text = isHeld ? null : discussionText(data);
      if (!isHeld && text === null) continue;
      threadsLeft -= 1;
      yield { url, version, text };
    }
    after = page.pageInfo.endCursor ?? null;
    if (!page.pageInfo.hasNextPage || after === null) return;
  }
}

const discussionText = ({ title, body, labels, answer, comments }: z.infer<typeof discussion>) =>
  threadText({
    title,
    labels: labels?.nodes.map((label) => label.name) ?? [],
    closedAt: null,
    question: body ?? '',
    posts: comments.nodes.map((one) => ({
      ...postOf(one),
      isAnswer: one.id === answer?.id,
    })),
  });
