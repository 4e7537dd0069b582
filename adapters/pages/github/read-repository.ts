import { z } from 'zod';
import { withoutComments } from '../../../domain/documents/markup/comments.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { RepositoryDocument, RepositoryRequest, RepositoryText } from '../../../domain/ports/pages.ts';
import { oneLineOf } from '../../../domain/values/text.ts';
import { pageFailure } from '../network/page-failure.ts';
import type { Network } from '../network/send-request.ts';
import type { ExtractionPool } from '../reading/extraction-pool.ts';
import { openGitHub } from './github-api.ts';
import { readArchive } from './read-archive.ts';
import { address, discussionsOf, issuesOf, isOfRepository, words, type Reading } from './read-threads.ts';

/**
 * What a repository knows: documents of a folder, its readme, closed issues and discussions with an answer, releases. What the
 * store holds in the same version is named and not read again.
 */
export async function* readRepository(
  { network, extract }: Pick<ExtractionPool, 'extract'> & { readonly network: Network },
  request: RepositoryRequest,
): AsyncIterable<RepositoryDocument> {
  const api = openGitHub(network, request);
  const of: Reading = { api, extract, request, path: `/repos/${request.repository}` };
  const found = repository.safeParse(await api.json(of.path)).data;
  if (!found)
    throw pageFailure(
      'page_not_found',
      `There is no repository ${request.repository}, or the token may not read it.`,
    );
  const ref = request.ref ?? found.default_branch;
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

async function* releasesOf({ api, path, request }: Reading): AsyncIterable<RepositoryDocument> {
  for await (const item of api.pages(`${path}/releases`, 1)) {
    const { data } = release.safeParse(item);
    const body = withoutComments(data?.body ?? '').trim();
    if (!data || data.draft || body === '' || !isOfRepository(data.html_url, request)) continue;
    const version = `${data.published_at ?? ''} ${body.length}`;
    const title = oneLineOf(`Release ${data.name?.trim() || data.tag_name}`, 200);
    const date = data.published_at ? `Published ${data.published_at.slice(0, 10)}.\n\n` : '';
    const isHeld = request.heldVersion(data.html_url) === version;
    const text: RepositoryText = {
      title,
      text: `# ${title}\n\n${date}${body}`,
      description: `${title}: ${oneLineOf(body, 200)}`,
    };
    yield { url: data.html_url, version, text: isHeld ? null : text };
  }
}

async function* readmeOf(of: Reading): AsyncIterable<RepositoryDocument> {
  const { data } = readme.safeParse(await of.api.json(`${of.path}/readme`));
  if (!data || !isOfRepository(data.html_url, of.request)) return;
  const { html_url: url, sha: version, path: name } = data;
  const isHeld = of.request.heldVersion(url) === version;
  const text = isHeld ? null : await extracted(of, { name, url, bytes: Buffer.from(data.content, 'base64') });
  if (isHeld || text) yield { url, version, text };
}

const documentName =
  /\.(?:mdx?|markdown|rst|adoc|asciidoc|txt|html?|pdf|docx|ipynb)$|(?:openapi|swagger)\.(?:json|ya?ml)$/iu;
/** Parts of other pages, and steps out of the folder. */
const partName = /(?:^|\/)(?:_(?!index\.)|\.{1,2}(?:\/|$))/u;
const maxArchiveBytes = 500_000_000;

/** The folder as one commit has it, from the archive of that commit. */
async function* documentsOf(of: Reading, ref: string): AsyncIterable<RepositoryDocument> {
  const { api, path, request } = of;
  const { data } = commit.safeParse(await api.json(`${path}/commits/${encodeURIComponent(ref)}`));
  // An empty repository has no commit.
  if (!data) return;
  const folder = request.folder.replaceAll(/^\/|\/$/gu, '');
  const urlOf = (file: string) =>
    `${request.webUrl}/${request.repository}/blob/${[ref, ...file.split('/')].map(encodeURIComponent).join('/')}`;
  const held = request.heldWith(data.sha);
  if (held.length > 0) {
    yield* held.map((url) => ({ url, version: data.sha, text: null }));
    return;
  }
  const body = await api.open(`${path}/tarball/${data.sha}`);
  if (body === null) return;
  const files = await readArchive(body, {
    isChosen: (file) =>
      (folder === '' || file.startsWith(`${folder}/`)) && documentName.test(file) && !partName.test(file),
    maxBytes: maxArchiveBytes,
    maxFileBytes: request.maxBytes,
  });
  for (const { path: file, bytes } of files) {
    const url = urlOf(file);
    const text = await extracted(of, { name: file, url, bytes });
    if (text) yield { url, version: data.sha, text };
  }
}

/** Null for what cannot be read, like a file of a folder that is left out. */
async function extracted(
  { extract, request }: Reading,
  { name, url, bytes }: { readonly name: string; readonly url: string; readonly bytes: Uint8Array },
): Promise<RepositoryText | null> {
  const file = { bytes, name, contentType: null, baseUrl: url };
  try {
    const { title, text, isUnlisted = false } = await extract(file, request.signal);
    if (isUnlisted) return null;
    return { title: title ?? name.split('/').at(-1) ?? name, text, description: null };
  } catch (error) {
    if (error instanceof PortError && error.kind === 'final') return null;
    throw error;
  }
}
