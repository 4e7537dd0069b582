import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comparedQuestion, gapSections } from '../../activities/operations/gap-sections.ts';
import { answerGap } from '../../extractive-model/file-gap.ts';
import { documentation, type DocumentationName } from './documentations.ts';
import { openSearchKnowledge } from '../search/search-knowledge.ts';
import { round } from '../bench-results.ts';

const size = { pages: 60, questions: 40 };

/**
 * The share of questions with the right kind: `missed` for those that a documentation covers in other words,
 * `uncovered` for those of another project.
 */
export async function kindsRight(
  pairs: readonly (readonly [DocumentationName, DocumentationName])[],
): Promise<number> {
  let right = 0;
  let asked = 0;
  for (const [own, other] of pairs) {
    const { pages, questions } = await documentation(own, size);
    const strangers = (await documentation(other, size)).questions;
    const folder = await mkdtemp(join(tmpdir(), 'steward-gaps-'));
    const knowledge = await openSearchKnowledge(folder);
    const { storage } = knowledge;
    const kindOf = async (question: string) => {
      const hits = await storage.sources.search({ query: question, generation: 1, limit: 20 });
      return answerGap(gapSections({ question: comparedQuestion(question, hits, null), hits, gaps: [] }))
        .kind;
    };
    try {
      await knowledge.publish(pages);
      for (const { question } of questions) if ((await kindOf(question)) === 'missed') right += 1;
      for (const { question } of strangers) if ((await kindOf(question)) === 'uncovered') right += 1;
      asked += questions.length + strangers.length;
    } finally {
      await storage.close();
      await rm(folder, { recursive: true, force: true });
    }
  }
  return round(right / asked, 3);
}
