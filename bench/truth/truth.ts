import { report, type BenchOptions } from '../bench-results.ts';
import { measureChangedPosts } from './changed-posts.ts';
import { measureNamedVersions } from './named-versions.ts';
import { measurePlantedPairs } from './planted-pairs.ts';

/**
 * Whether what was right stays right: posts whose pages have changed, pairs that pages contradict, and the version that a question
 * names.
 */
export async function run(options: BenchOptions): Promise<void> {
  const versions_right = measureNamedVersions(options.show);
  const contradictions = await measurePlantedPairs();
  report('truth', { ...(await measureChangedPosts()), contradictions, versions_right }, options);
}
