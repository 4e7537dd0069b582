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

/**
 * The 95th percentile of a fused search among 20,000 pages, in milliseconds. Copies of real pages have their own titles
 * and vectors.
 */
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

/** A vector at a small angle to another one, determined by the number; 0 returns the vector itself. */
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

/** The minutes of one core for the vectors of 37,000 sections, estimated from the processor time of 5,000. */
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
