import { sharedBy, withoutShared, type Shared } from '../../../domain/documents/shared-lines.ts';
import { isUrlId, pagesAround, type SourceOrigins } from '../../../domain/documents/source-origins.ts';
import type { DocumentText } from '../../../domain/ports/sources.ts';
import type { PageTexts } from './page-texts.ts';
import { isExtractedName } from './read-document.ts';

/** Text files are written without what a site puts around its pages. */
const isPage = (sourceId: string): boolean => isUrlId(sourceId) || isExtractedName(sourceId);

/** Texts without what most pages of their folder or site have in common, which is counted where their number has changed. */
export function createOwnTexts(origins: SourceOrigins, texts: PageTexts) {
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
