import type { Gap, GapResolution } from '../operations/gaps.ts';

/** Gaps of the documents. They are grouped when they are read; only what people make of them is stored. */
export interface GapRecords {
  /** Those that were asked about in the last 90 days, most askers first. */
  gaps(): Promise<readonly Gap[]>;
  /** `gapId` is the id of any of its questions. Returns false if there is no such gap. */
  resolveGap(resolved: { readonly gapId: string; readonly resolution: GapResolution }): Promise<boolean>;
}
