import { isImage } from '../../domain/intake/snapshot.ts';
import type { KnowledgeDeps } from '../deps.ts';
import { requireSnapshot } from '../require-snapshot.ts';
import { currentSnapshot } from './current-snapshot.ts';
import { describeImages } from './describe-images.ts';

export interface ImageCount {
  readonly images: number;
  /** The others are named by their files: images are off, or of a kind that no model reads. */
  readonly described: number;
}

/** Images are looked at before the raw write, because the raw archive is never changed afterwards. */
export async function summarizeImages(
  deps: KnowledgeDeps,
  { snapshotId }: { readonly snapshotId: string },
): Promise<ImageCount> {
  const snapshot = await currentSnapshot(deps, await requireSnapshot(deps, snapshotId));
  const images = [...snapshot.history, ...snapshot.batch].flatMap(({ attachments }) =>
    attachments.filter(isImage),
  );
  const described = images.length === 0 ? [] : await describeImages(deps, snapshot);
  return { images: images.length, described: described.length };
}
