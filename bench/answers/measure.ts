import type { Embeddings, Model } from '../../domain/ports/model.ts';
import { openLibrary, sourceIdOf } from '../quality/quality-library.ts';
import type { Judged } from '../quality/quality-measure.ts';
import {
  documentation,
  documentationNames,
  type Documentation,
  type DocumentationName,
  type Size,
} from './documentations.ts';

export interface AskedQuestion extends Judged {
  readonly of: DocumentationName;
  /** A source that answers it is among the first three of the search. */
  readonly isPointedAt: boolean;
}

/** Related documentations may answer each other's questions. */
const related: readonly (readonly DocumentationName[])[] = [['python', 'django']];

/** Asks each documentation its own questions, and as many of other documentations. */
export async function askAll(
  model: Model,
  embeddings: Embeddings | null,
  size: Size,
): Promise<readonly AskedQuestion[]> {
  const all: Documentation[] = [];
  for (const name of documentationNames) all.push(await documentation(name, size));
  const asked: AskedQuestion[] = [];
  for (const one of all) {
    const strangers = all.filter(
      ({ name }) =>
        name !== one.name && !related.some((family) => family.includes(name) && family.includes(one.name)),
    );
    asked.push(...(await askOne({ model, embeddings }, one, inTurn(strangers, one.questions.length))));
  }
  return asked;
}

/** Questions of the others, one from each in turn. */
const inTurn = (others: readonly Documentation[], count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => {
    const { questions } = others[at % others.length] as Documentation;
    return questions[(at * 7) % questions.length]?.question ?? '';
  });

async function askOne(
  { model, embeddings }: { readonly model: Model; readonly embeddings: Embeddings | null },
  { name, pages, questions }: Documentation,
  uncovered: readonly string[],
): Promise<readonly AskedQuestion[]> {
  await using library = await openLibrary(model, embeddings);
  const asked: AskedQuestion[] = [];
  const ask = async (question: string, expected: readonly string[]) => {
    const reply = await library.ask(question);
    const nearest = await library.nearest(question, 3);
    asked.push({
      of: name,
      question,
      expected,
      reply,
      isPointedAt: nearest.some((id) => expected.includes(id)),
    });
  };
  await library.publish(pages);
  for (const one of questions) await ask(one.question, one.pages.map(sourceIdOf));
  for (const question of uncovered) await ask(question, []);
  return asked;
}
