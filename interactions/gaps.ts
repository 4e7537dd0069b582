import { draftOf, entriesAbout, type GapDraft } from '../domain/operations/gap-draft.ts';
import { gapWith } from '../domain/operations/gaps.ts';
import type { HandlerDeps } from './handler.ts';

/** A draft for a gap, from what the team said and what stands in the live library. Null if there is no such gap. */
export async function draftGap(
  { records, library }: Pick<HandlerDeps, 'records' | 'library'>,
  gapId: string,
): Promise<GapDraft | null> {
  const gap = gapWith(await records.gaps(), gapId);
  if (!gap) return null;
  const topics = await library.topics(await library.liveGeneration());
  const standing = new Set(topics.flatMap(({ pairs }) => pairs.map(({ qaId }) => qaId)));
  const entries = (await library.rawEntries()).filter(({ qaId }) => standing.has(qaId));
  const about = entriesAbout(gap, entries);
  const origins = await Promise.all(about.map(({ qaId }) => records.pairOrigin(qaId)));
  return draftOf(
    gap,
    about.map(({ turns }, at) => ({ turns, link: origins[at]?.link ?? null })),
  );
}
