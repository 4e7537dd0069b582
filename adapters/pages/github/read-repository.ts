import { z } from 'zod';
import { withoutComments } from '../../../domain/documents/markup/comments.ts';
import { namedAsAtGitHub } from '../../../domain/documents/markup/anchors.ts';
import { withIncludes } from '../../../domain/documents/markup/includes.ts';
import { whyNoPageByName } from '../../../domain/documents/markup/moved.ts';
import { documentLeftOut, PortError, unlisted } from '../../../domain/ports/errors.ts';
import type { RepositoryDocument, RepositoryRequest, RepositoryText } from '../../../domain/ports/pages.ts';
import { oneLineOf } from '../../../domain/values/text.ts';
import { pageFailure } from '../network/page-failure.ts';
import type { Network } from '../network/send-request.ts';
import type { ExtractionPool } from '../reading/extraction-pool.ts';
import { openGitHub, type GitHubMemory } from './github-api.ts';
import { contentHash } from '../../../domain/values/content-hash.ts';
import { withoutNames } from './thread-text.ts';
import { fileAt, readArchive, textAt, type Archive } from './read-archive.ts';
import {
  address,
  discussionsOf,
  issuesOf,
  isOfRepository,
  words,
  type RepositoryReading,
} from './read-threads.ts';

/**
 * What a repository knows: documents of a folder, its readme, closed issues and discussions with an answer, releases. What the
 * store holds in the same version is named and not read again.
 */
export async function* readRepository(
  {
    network,
    extract,
    memory,
  }: Pick<ExtractionPool, 'extract'> & { readonly network: Network; readonly memory: GitHubMemory },
  request: RepositoryRequest,
): AsyncIterable<RepositoryDocument> {
  const api = openGitHub(network, request, memory);
  const of: RepositoryReading = { api, extract, memory, request, path: `/repos/${request.repository}` };
  const repositoryFacts = repository.safeParse(await api.json(of.path)).data;
  if (!repositoryFacts)
    throw pageFailure(
      'page_not_found',
      `There is no repository ${request.repository}, or the token may not read it.`,
    );
  const ref = request.ref ?? repositoryFacts.default_branch;
  if (request.read.includes('docs')) yield* documentsOf(of, ref);
  if (request.read.includes('readme')) yield* readmeOf(of);
  if (request.read.includes('releases')) yield* releasesOf(of);
  if (request.read.includes('issues')) yield* issuesOf(of);
  if (request.read.includes('discussions')) yield* discussionsOf(of);
}

const repository = z.object({ default_branch: z.string() });
const commit = z.object({ sha: z.string().regex(/^[0-9a-f]{40,64}$/u) });
const release = z.object({
  name: words,
  tag_name: z.string(),
  body: words,
  html_url: address,
  draft: z.boolean().catch(false),
  published_at: words,
});
const readme = z.object({ path: z.string(), sha: z.string(), html_url: address, content: z.string() });

async function* releasesOf({ api, path, request }: RepositoryReading): AsyncIterable<RepositoryDocument> {
  for await (const item of api.pages(`${path}/releases`, 1)) {
    const { data } = release.safeParse(item);
    const body = withoutComments(data?.body ?? '').trim();
    if (!data || data.draft || body === '' || !isOfRepository(data.html_url, request)) continue;
    const version = `${data.published_at ?? ''} ${contentHash(`${data.name}\n${body}`).slice(0, 16)}`;
    const title = oneLineOf(`Release ${withoutNames(data.name?.trim() || data.tag_name)}`, 200);
    const date = data.published_at ? `Published ${data.published_at.slice(0, 10)}.\n\n` : '';
    const isHeld = request.heldVersion(data.html_url) === version;
    const text: RepositoryText = {
      title,
      text: `# ${title}\n\n${date}${withoutNames(body)}`,
      description: `${title}: ${oneLineOf(withoutNames(body), 200)}`,
    };
    yield { url: data.html_url, version, text: isHeld ? null : text };
  }
}

async function* readmeOf(of: RepositoryReading): AsyncIterable<RepositoryDocument> {
  const { data } = readme.safeParse(await of.api.json(`${of.path}/readme`));
  if (!data || !isOfRepository(data.html_url, of.request)) return;
  const { html_url: url, sha: version, path: name } = data;
  const isHeld = of.request.heldVersion(url) === version;
  const archive = new Map([[name, Buffer.from(data.content, 'base64')]]);
  const document = { inside: name, url, archive, file: fileAt(archive, name) };
  yield { url, version, ...(isHeld ? { text: null } : await extracted(of, document)) };
}

const documentName =
  /\.(?:mdx?|markdown|rst|adoc|asciidoc|txt|html?|pdf|docx|ipynb)$|(?:openapi|swagger)\.(?:json|ya?ml)$/iu;
const hidden = /(?:^|\/)\./u;
/** What may include other files. */
const writtenName = /\.(?:mdx?|markdown|rst|a(?:scii)?doc|txt)$/iu;
/** The largest repositories of today have some 500,000 files. */
const archiveLimits = { maxBytes: 500_000_000, maxEntries: 600_000 } as const;

/** The folder as one commit has it, from the archive of that commit. */
async function* documentsOf(of: RepositoryReading, ref: string): AsyncIterable<RepositoryDocument> {
  const { api, path, request } = of;
  const { data } = commit.safeParse(await api.json(`${path}/commits/${encodeURIComponent(ref)}`));
  // An empty repository has no commit.
  if (!data) return;
  const folder = request.folder.replaceAll(/^\/|\/$/gu, '');
  // Another folder of the same commit is another version. The number of documents tells whether the store holds them all.
  const beginning = `${data.sha} ${folder} `;
  const root = folder === '' ? '' : `${folder}/`;
  const insideOf = (file: string) => file.slice(root.length);
  const isChosen = (file: string) =>
    file.startsWith(root) && documentName.test(file) && !hidden.test(insideOf(file));
  const urlOf = (file: string) =>
    `${request.webUrl}/${request.repository}/blob/${[ref, ...file.split('/')].map(encodeURIComponent).join('/')}`;
  const pages = request.heldWith(beginning);
  if (pages.length > 0 && pages.every(({ version }) => version === `${beginning}${pages.length}`)) {
    yield* pages.map((one) => ({ ...one, text: null }));
    return;
  }
  const body = await api.open(`${path}/tarball/${data.sha}`);
  if (body === null) return;
  const archive = await readArchive(body, { isChosen, ...archiveLimits, maxFileBytes: request.maxBytes });
  const documents = [...archive.keys()].filter(isChosen).flatMap((name) => {
    const file = fileAt(archive, name);
    // What a link leads to is read at its own place.
    if (file && file.path !== name && isChosen(file.path)) return [];
    const visibleFile = file !== null && hidden.test(file.path) ? null : file;
    return [{ inside: insideOf(name), url: urlOf(visibleFile?.path ?? name), archive, file: visibleFile }];
  });
  const version = `${beginning}${new Set(documents.map(({ url }) => url)).size}`;
  for (const document of documents) yield { url: document.url, version, ...(await extracted(of, document)) };
}

interface ArchivedDocument {
  /** The path inside the folder of documents. */
  readonly inside: string;
  readonly url: string;
  readonly archive: Archive;
  /** Null for a link that leads nowhere, and for what is too large. */
  readonly file: ReturnType<typeof fileAt>;
}

/** Or why it cannot be read, as of a file of a folder. */
async function extracted(
  { extract, request }: RepositoryReading,
  { inside: name, url, archive, file }: ArchivedDocument,
): Promise<Pick<RepositoryDocument, 'text' | 'error'>> {
  try {
    const why = whyNoPageByName(name);
    if (why !== null || !file) throw documentLeftOut(why ?? notHeld);
    const written = writtenName.test(name) ? textAt(archive, file.path) : null;
    const whole = written && (await withIncludes(file.path, written, async (path) => textAt(archive, path)));
    const source = whole !== null && /\.(?:mdx?|markdown)$/iu.test(name) ? namedAsAtGitHub(whole) : whole;
    const bytes = source === null ? file.bytes : Buffer.from(source);
    const document = { bytes, name, contentType: null, baseUrl: url };
    const { title, text, isUnlisted = false } = await extract(document, request.signal);
    if (isUnlisted) throw documentLeftOut(unlisted);
    return { text: { title, text, description: null } };
  } catch (error) {
    if (error instanceof PortError && error.kind === 'final') return { text: null, error: error.message };
    throw error;
  }
}

const notHeld =
  'it is larger than `pages.max_megabytes`, or a link to a hidden file, to no text, or out of the repository';
