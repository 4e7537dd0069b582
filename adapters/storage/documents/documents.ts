import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { PortError, documentLeftOut, finalError, mistake, unlisted } from '../../../domain/ports/errors.ts';
import type { DiscoveredDocuments, Documents, DocumentText } from '../../../domain/ports/sources.ts';
import {
  folderOf,
  isUrlId,
  pagesAround,
  type FolderOrigin,
  type SourceOrigins,
} from '../../../domain/documents/source-origins.ts';
import { sharedBy, withoutShared, type Shared } from '../../../domain/documents/shared-lines.ts';
import {
  namedAsAtGitHub,
  withoutAnchors,
  type AnchorRule,
} from '../../../domain/documents/markup/anchors.ts';
import { anchorRule } from './anchor-rule.ts';
import { withIncludes } from '../../../domain/documents/markup/includes.ts';
import { whyNoPageByName } from '../../../domain/documents/markup/moved.ts';
import { readMarkdown } from '../../../domain/documents/markup/read-markdown.ts';
import { restructuredText } from '../../../domain/documents/markup/restructured-text.ts';
import { publicUrl, repository } from '../../../domain/documents/shown-source.ts';
import {
  discoverDocuments,
  isExtractedName,
  isReadIn,
  isTextName,
  readDocument,
  readDocumentBytes,
} from './folder-documents.ts';
import { gitDays } from './git-days.ts';
import type { PageTexts } from './page-texts.ts';

/** Turns HTML, PDF and DOCX into Markdown. Throws a final `PortError` for what it cannot read. */
export type Extract = (document: {
  readonly bytes: Uint8Array;
  readonly name: string;
}) => Promise<DocumentText & { readonly isUnlisted?: boolean }>;

const isRst = (path: string): boolean => /\.rst(?:\.txt)?$/iu.test(path);

const unix = (text: string): string => text.replaceAll(/\r\n?/gu, '\n');

export function createDocuments({
  origins,
  texts,
  extract,
  defaultFolder = null,
  keepsAll = false,
  publicUrls = {},
}: {
  readonly origins: SourceOrigins;
  readonly texts: PageTexts;
  /** If null, only text files are read. */
  readonly extract: Extract | null;
  /** A folder that nobody may have named: it may be missing where there are other sources. */
  readonly defaultFolder?: string | null;
  /** Stores the texts of files too, for hosts without the folder. */
  readonly keepsAll?: boolean;
  readonly publicUrls?: Readonly<Record<string, string>>;
}): Documents {
  const isKept = (sourceId: string): boolean => keepsAll || isUrlId(sourceId) || isExtractedName(sourceId);

  const { folders, urls, sites, links_file_path: links } = origins;
  const isOnlyPlace = [folders, urls, sites, links ?? []].flat().length === 1;

  const discoverFolder = async (folder: FolderOrigin): Promise<DiscoveredDocuments> => {
    const { name, folder: dir, include, exclude } = folder;
    const root = await documentRoot(dir).catch((error: unknown) => {
      if (isOnlyPlace || !(error instanceof PortError)) throw error;
      return error;
    });
    if (root instanceof PortError) {
      const unreadable = [name === '' ? 'kb:' : `kb:${name}/`];
      const isExpected = resolve(dir) !== defaultFolder || existsSync(dir);
      const rejected = isExpected ? [{ sourceId: dir, reason: root.message }] : [];
      return { files: [], rejected, unreadable };
    }
    const isRead = isReadIn(include, extract !== null);
    const discovered = await discoverDocuments({ root, name, include, exclude, isRead });
    const isShadowed = ({ sourceId }: { readonly sourceId: string }) =>
      folderOf(origins, sourceId.slice('kb:'.length))?.folder.name !== name;
    const reason = 'A folder of kb.sources has the name that its path begins with. Rename one of them.';
    return {
      files: discovered.files.filter((file) => !isShadowed(file)),
      rejected: [
        ...discovered.rejected,
        ...discovered.files
          .filter(isShadowed)
          .map(({ relPath }) => ({ sourceId: join(dir, relPath), reason })),
      ],
      unreadable: discovered.unreadable,
    };
  };

  const ownText = createOwnTexts(origins, texts);

  const readKept = async (sourceId: string): Promise<DocumentText> => {
    const storedText = await texts.read(sourceId);
    if (storedText) return ownText(sourceId, storedText);
    throw finalError(
      'source_gone',
      'The text of a document in the index is no longer stored; refresh the index.',
    );
  };

  const readFrom = async (path: string): Promise<DocumentText> => {
    const place = folderOf(origins, path);
    if (!place) throw finalError('document_outside', 'A document lies in no folder of the config.');
    const isAtRepository = repository.test(publicUrl(publicUrls, path) ?? '');
    const root = await documentRoot(place.folder.folder);
    return readFile(root, place.inside, extract, isAtRepository);
  };

  return {
    async discover() {
      const discoveries: DiscoveredDocuments[] = [];
      for (const folder of origins.folders) discoveries.push(await discoverFolder(folder));
      return {
        files: discoveries.flatMap(({ files }) => files),
        rejected: discoveries.flatMap(({ rejected }) => rejected),
        unreadable: discoveries.flatMap(({ unreadable }) => unreadable),
      };
    },

    async read({ sourceId, relPath }) {
      const document = await readFrom(relPath);
      if (isTextName(relPath) && document.text.trim() === '') {
        throw finalError('document_empty', 'There is no text in it.');
      }
      if (isKept(sourceId)) await texts.keep(sourceId, document);
      const place = folderOf(origins, relPath);
      const days = document.date || !place ? null : await gitDays(await documentRoot(place.folder.folder));
      return { ...document, date: document.date ?? days?.get(place?.inside ?? '') ?? null };
    },

    links: async () => (links === null ? null : readLinks(links)),

    savePage: (sourceId, page) => texts.keep(sourceId, page),
    hasText: async (sourceId) => !isKept(sourceId) || texts.has(sourceId),
    async textOf(sourceId) {
      const path = sourceId.slice('kb:'.length);
      const read = await (isKept(sourceId) ? readKept(sourceId) : readFrom(path));
      const document = { ...read, date: read.date ?? (await texts.listedDay(sourceId)) };
      if (document.anchors) return document;
      const rule = isTextName(path) ? await ruleFor(origins, publicUrls, path) : null;
      return { ...document, ...withoutAnchors(document.text, { rule, title: document.title }) };
    },
  };
}

async function ruleFor(
  origins: SourceOrigins,
  publicUrls: Readonly<Record<string, string>>,
  path: string,
): Promise<AnchorRule> {
  if (isRst(path)) return 'docutils';
  const place = isUrlId(`kb:${path}`) ? null : folderOf(origins, path);
  return place && !repository.test(publicUrl(publicUrls, path) ?? '')
    ? anchorRule(place.folder.folder, place.inside)
    : 'github';
}

/** Text files are written without what a site puts around its pages. */
const isPage = (sourceId: string): boolean => isUrlId(sourceId) || isExtractedName(sourceId);

/** Texts without what most pages of their folder or site have in common, which is counted where their number has changed. */
function createOwnTexts(origins: SourceOrigins, texts: PageTexts) {
  const counted = new Map<object, { readonly count: number; readonly shared: Promise<Shared> }>();

  return async (sourceId: string, document: DocumentText): Promise<DocumentText> => {
    const place = isPage(sourceId) ? pagesAround(origins, sourceId) : null;
    if (place === null) return document;
    const count = await texts.count();
    const last = counted.get(place);
    if (last && Math.abs(count - last.count) <= last.count / 10)
      return withoutShared(document, await last.shared);
    const isBeside = (id: string) => isPage(id) && pagesAround(origins, id) === place;
    const shared = texts.sample(isBeside).then(sharedBy);
    counted.set(place, { count, shared });
    shared.catch(() => counted.delete(place));
    return withoutShared(document, await shared);
  };
}

/** Reads a file inside a folder, with the files that it includes. */
async function readFile(
  root: string,
  inside: string,
  extract: Extract | null,
  isAtRepository: boolean,
): Promise<DocumentText> {
  const why = whyNoPageByName(inside);
  if (why !== null) throw documentLeftOut(why);
  const withFiles = (text: string) =>
    withIncludes(inside, text, (path) =>
      readDocument(root, path).catch((error: unknown) => {
        if (error instanceof PortError) return null;
        throw error;
      }),
    );
  if (isExtractedName(inside) && extract) {
    const bytes = await readDocumentBytes(root, inside);
    const isText = /\.a(?:scii)?doc$/iu.test(inside) && isUtf8(bytes);
    const { isUnlisted = false, ...document } = await extract({
      bytes: isText ? Buffer.from(await withFiles(bytes.toString())) : bytes,
      name: inside,
    });
    if (isUnlisted) throw documentLeftOut(unlisted);
    return document;
  }
  const text = await withFiles(await readDocument(root, inside));
  if (/\.txt$/iu.test(inside) && !/\.rst\.txt$/iu.test(inside)) return { title: null, text: unix(text) };
  const markdown = isRst(inside) ? restructuredText(text) : isAtRepository ? namedAsAtGitHub(text) : text;
  const { leftOut, ...document } = readMarkdown(markdown);
  if (leftOut !== null) throw documentLeftOut(leftOut);
  return document;
}

/** The real path of the folder of documents. Throws a final `PortError` when it is missing or no folder. */
export async function documentRoot(sourcesDir: string): Promise<string> {
  const isFolder = await stat(sourcesDir).then(
    (stats) => stats.isDirectory(),
    () => null,
  );
  if (isFolder) return realpath(sourcesDir);
  throw mistake(
    'sources_dir_missing',
    `The folder of documents ${sourcesDir} ${isFolder === null ? 'cannot be found' : 'is not a folder'}. ` +
      'Create it and put your documents there, or name another one (kb.sources_dir, --kb DIR, or --docs DIR of init).',
  );
}

async function readLinks(path: string): Promise<string> {
  try {
    const file = await realpath(path);
    return await readDocument(dirname(file), basename(file));
  } catch (error) {
    throw mistake(
      'links_file_unreadable',
      `The file of addresses ${path} cannot be read: it is missing, too large, or no text in UTF-8. Correct it, or name another ` +
        'one (kb.links_file_path).',
      error,
    );
  }
}
