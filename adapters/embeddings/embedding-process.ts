import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { bindingPath, modelPath, wrongFile } from './model-files.ts';
import { createWordPieces } from './word-pieces.ts';

/**
 * The process of `local-embeddings.ts`, which computes vectors with the model in the folder that is its argument. It is no thread,
 * because the runtime can be loaded only once in a process, and a thread that ends returns little of its memory.
 */

/** A vector for each text. Null if a file has the wrong bytes, or if the runtime does not work on this system. */
export type EmbeddingAnswer = readonly Float32Array[] | null;

/** Later pieces are cut off, because each takes 0.28 ms of one core and the beginning of a section says what it is about. */
const maxPieces = 96;

const dimensions = 384;

/** A tensor as the runtime's binding takes it. */
class Tensor {
  readonly location = 'cpu';
  readonly type: string;
  readonly data: BigInt64Array | Float32Array;
  readonly dims: readonly number[];

  constructor(type: string, data: BigInt64Array | Float32Array, dims: readonly number[]) {
    this.type = type;
    this.data = data;
    this.dims = dims;
  }
}

interface Session {
  loadModel(path: string, options: object): void;
  run(
    feeds: Readonly<Record<string, Tensor>>,
    fetches: Readonly<Record<string, null>>,
    options: object,
  ): Readonly<Record<string, Tensor>>;
}

const sessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  // Both keep memory for later texts.
  enableCpuMemArena: false,
  enableMemPattern: false,
} as const;

type Embed = (text: string) => Float32Array;

/** Null if the runtime does not work on this system. */
function load(dir: string): Embed | null {
  try {
    // The binding creates its results with the global constructor of this name.
    Object.assign(globalThis, { Tensor });
    const { InferenceSession } = createRequire(import.meta.url)(bindingPath(dir)) as {
      readonly InferenceSession: new () => Session;
    };
    const session = new InferenceSession();
    session.loadModel(modelPath(dir), sessionOptions);
    const encode = createWordPieces(readFileSync(new URL('vocabulary.txt', import.meta.url), 'utf8'));
    return (text) => {
      const numbers = encode(text, maxPieces);
      const tensor = (data: BigInt64Array) => new Tensor('int64', data, [1, numbers.length]);
      const feeds = {
        input_ids: tensor(BigInt64Array.from(numbers, BigInt)),
        attention_mask: tensor(new BigInt64Array(numbers.length).fill(1n)),
        token_type_ids: tensor(new BigInt64Array(numbers.length)),
      };
      const { last_hidden_state: state } = session.run(feeds, { last_hidden_state: null }, {});
      return meanOf(state?.data as Float32Array, numbers.length);
    };
  } catch {
    return null;
  }
}

/** The mean of the pieces' vectors, at length 1. */
function meanOf(state: Float32Array, pieces: number): Float32Array {
  const mean = new Float32Array(dimensions);
  for (let at = 0; at < pieces * dimensions; at += 1) {
    mean[at % dimensions] = (mean[at % dimensions] ?? 0) + (state[at] ?? 0);
  }
  const length = Math.hypot(...mean);
  return mean.map((value) => value / length);
}

let loaded: Promise<Embed | null> | null = null;

process.on('message', (texts: readonly string[]) => {
  const dir = process.argv[2] ?? '';
  loaded ??= wrongFile(dir).then((wrong) => (wrong === null ? load(dir) : null));
  void loaded.then((embed) => {
    const answer: EmbeddingAnswer = embed && texts.map((text) => embed(text));
    process.send?.(answer);
  });
});
process.on('disconnect', () => process.exit());
// A signal to Steward's group reaches this process, too, but it has to work until Steward has ended.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
