import { fileURLToPath } from 'node:url';
import type { Model } from '../../domain/ports/model.ts';
import { isTeamSource } from '../../domain/team/topic-slug.ts';
import { openQualityKnowledge, readDocuments } from './quality-knowledge.ts';
import { type QualitySetName, qualitySets, readJsonLines } from './quality-measure.ts';

/** A pair of the team, its question in other words, and a question about something else. */
interface TeamTriple {
  readonly asked: string;
  readonly answer: string;
  readonly reworded: string;
  readonly unrelated: string;
}

export interface TeamQuality {
  readonly name: string;
  readonly triples: number;
  /** Reworded questions that got the team's answer. */
  readonly hits: number;
  /** Unrelated questions that got an answer from the team. */
  readonly falseHits: number;
}

const root = new URL('../../', import.meta.url);

/** Learns every pair into one library beside the set's documents, and asks. */
export async function measureTeam(model: Model, name: QualitySetName): Promise<TeamQuality> {
  const { folder, triples: file } = qualitySets[name];
  const triples = await readJsonLines<TeamTriple>(file);
  const knowledge = await openQualityKnowledge(
    model,
    await readDocuments(fileURLToPath(new URL(folder, root))),
  );
  for (const { asked, answer } of triples) await knowledge.learn(asked, answer);
  const counts = { hits: 0, falseHits: 0 };
  for (const { answer, reworded, unrelated } of triples) {
    const found = await knowledge.ask(reworded);
    const other = await knowledge.ask(unrelated);
    if (found.answer?.endsWith(answer)) counts.hits += 1;
    if (other.citedIds.some(isTeamSource)) counts.falseHits += 1;
  }
  return { name, triples: triples.length, ...counts };
}
