import { readFileSync } from 'node:fs';
import { openLocalEmbeddings } from '../../adapters/embeddings/local-embeddings.ts';
import { embeddingsDir } from '../../adapters/embeddings/model-files.ts';
import { stewardCacheDir } from '../../adapters/packages/cache-dir.ts';
import { sectionsOf } from '../../domain/documents/sections.ts';
import type { Embeddings } from '../../domain/ports/model.ts';
import { spread } from '../answers/documentations.ts';
import type { LinkedQuestion } from '../corpora/linked-questions.ts';
import type { MarkdownPage } from '../corpora/markdown-pages.ts';
import { cpuMilliseconds } from '../reply/cpu-milliseconds.ts';
import { askEach, linkedAlone, p95 } from './search-ways.ts';

const many = 20_000;
const mark = /Copy (\d+): /gu;

/** The 95th percentile of a fused search among 20,000 pages, in milliseconds: real ones, and copies with titles and vectors of their own. */
export async function amongMany(
  pages: readonly MarkdownPage[],
  questions: readonly LinkedQuestion[],
  embeddings: Embeddings,
): Promise<number> {
  const copied = Array.from({ length: many }, (_, at) => {
    const { path = '', text = '' } = pages[at % pages.length] ?? {};
    const number = Math.floor(at / pages.length);
    if (number === 0) return { path, text };
    return { path: `copy-${number}/${path}`, text: `# Copy ${number}: ${text.replace(/^#+ /u, '')}` };
  });
  const ofCopies: Embeddings = {
    ...embeddings,
    embed: async (texts) => {
      const vectors = await embeddings.embed(texts.map((text) => text.replaceAll(mark, '')));
      return vectors.map((vector, at) =>
        beside(vector, Number([...(texts[at] ?? '').matchAll(mark)][0]?.[1] ?? 0)),
      );
    },
  };
  const { questions: asked } = linkedAlone(pages, questions);
  return p95(await askEach([{ pages: copied, questions: asked }], ofCopies));
}

/** A vector at a small angle to another, the same for the same number; 0 leaves it. */
function beside(vector: Float32Array, number: number): Float32Array {
  if (number === 0) return vector;
  let state = number;
  const moved = vector.map((value) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return value + (state / 2 ** 32 - 0.5) * 0.04;
  });
  const length = Math.hypot(...moved);
  return moved.map((value) => value / length);
}

const measured = 5_000;
const stated = 37_000;

/** Minutes of one core that the vectors of 37,000 sections take, from the processor time of 5,000 that are spread over all. */
export async function vectorMinutes(pages: readonly MarkdownPage[]): Promise<number> {
  const embeddings = openLocalEmbeddings(embeddingsDir(stewardCacheDir(process.env)));
  const sections = pages.flatMap(({ text }) => sectionsOf(text));
  const texts = spread(sections, measured).map(({ headings, text }) => `${headings.join(' > ')}\n${text}`);
  try {
    await embeddings.embed(['warm up']);
    const used = cpuMilliseconds(childOfThis());
    for (const text of texts) await embeddings.embed([text]);
    return (used().server / texts.length / 60_000) * stated;
  } finally {
    embeddings.close();
  }
}

const childOfThis = (): number =>
  Number(readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').at(-1));
