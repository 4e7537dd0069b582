import { printResult, printRows, round, type BenchOptions } from '../bench-results.ts';
import { measureChangedPosts } from './changed-posts.ts';
import { measureNamedVersions } from './named-versions.ts';
import { measurePlantedPairs } from './planted-pairs.ts';

/**
 * Whether what was right stays right: posts whose pages have changed, pairs that pages contradict, and the version that a question
 * names.
 */
export async function run({ json, show }: BenchOptions): Promise<void> {
  const versions_right = round(await measureNamedVersions(show), 3);
  const contradictions = await measurePlantedPairs();
  const result = { ...(await measureChangedPosts()), contradictions, versions_right };
  printRows(Object.entries({ ...result, contradictions: JSON.stringify(contradictions) }));
  if (json) printResult('truth', result);
}
