import { isImage } from '../../domain/snapshot.ts';
import type { KnowledgeDeps } from '../deps.ts';
import { requireSnapshot } from '../require-snapshot.ts';

export interface ImageCount {
  readonly images: number;
  /** 0 while reading images is off: the pair then names each image by its file. */
  readonly described: number;
}

/** Images are looked at before the raw write, because the raw archive is never changed afterwards. */
export async function summarizeImages(
  { records }: Pick<KnowledgeDeps, 'records'>,
  { snapshotId }: { readonly snapshotId: string },
): Promise<ImageCount> {
  const snapshot = await requireSnapshot({ records }, snapshotId);
  const images = [...snapshot.history, ...snapshot.batch].flatMap(({ attachments }) =>
    attachments.filter(isImage),
  );
  return { images: images.length, described: 0 };
}
