import { printResult, printRows, type BenchOptions } from '../bench-results.ts';
import { measureChangedPosts } from './changed-posts.ts';
import { measureNamedVersions } from './named-versions.ts';
import { measurePlantedPairs } from './planted-pairs.ts';

/**
 * Whether what was right stays right: posts whose pages have changed, pairs that pages contradict, and the version that a question
 * names.
 */
export async function run({ json, show }: BenchOptions): Promise<void> {
  const versions_right = await measureNamedVersions(show);
  const contradictions = await measurePlantedPairs();
  const result = { ...(await measureChangedPosts()), contradictions, versions_right };
  const shown = {
    contradictions: JSON.stringify(contradictions),
    versions_right: JSON.stringify(versions_right),
  };
  printRows(Object.entries({ ...result, ...shown }));
  if (json) printResult('truth', result);
}
