import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import pLimit from 'p-limit';
import type { Embeddings } from '../../domain/ports/model.ts';
import { PortError } from '../../domain/ports/errors.ts';
import type { EmbeddingAnswer } from './embedding-process.ts';
import { hasFiles, modelName } from './model-files.ts';

export interface LocalEmbeddings extends Embeddings {
  close(): void;
}

/** The process ends when nothing was embedded for this long; loading the model again takes half a second. */
const idleSeconds = 60;

/** Vectors of the model whose files are in `dir`, computed in a process of their own, one request after the other. */
export function openLocalEmbeddings(
  dir: string,
  { idleMilliseconds = idleSeconds * 1000 }: { readonly idleMilliseconds?: number } = {},
): LocalEmbeddings {
  const limit = pLimit(1);
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | null = null;

  const end = () => {
    if (idle) clearTimeout(idle);
    child?.kill();
    child = null;
  };

  const start = (): ChildProcess => {
    const started = fork(new URL(`./embedding-process${extname(import.meta.url)}`, import.meta.url), [dir], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.once('exit', () => {
      if (child === started) child = null;
    });
    // Who waits for an answer gets the error.
    started.on('error', () => {});
    return started;
  };

  const ask = async (texts: readonly string[]): Promise<readonly Float32Array[]> => {
    if (!hasFiles(dir)) throw unavailable('transient', 'The files of the embedding model are not here.');
    if (idle) clearTimeout(idle);
    child ??= start();
    const asked = child;
    asked.ref();
    asked.channel?.ref();
    const over = new AbortController();
    try {
      const answered = once(asked, 'message', { signal: over.signal });
      const ended = once(asked, 'exit', { signal: over.signal });
      ended.catch(() => {});
      answered.catch(() => {});
      asked.send([...texts]);
      const came = await Promise.race([answered, ended.then(() => null)]);
      if (!came) throw unavailable('transient', 'The process of the embedding model has ended.');
      return vectorsOf((came as [EmbeddingAnswer])[0]);
    } catch (error) {
      end();
      if (error instanceof PortError) throw error;
      throw unavailable('transient', 'The process of the embedding model does not work.');
    } finally {
      over.abort();
      asked.unref();
      asked.channel?.unref();
      idle = setTimeout(end, idleMilliseconds).unref();
    }
  };

  return {
    name: modelName,
    textsAtOnce: 4,
    embed: (texts) => (texts.length === 0 ? Promise.resolve([]) : limit(() => ask(texts))),
    close: end,
  };
}

function vectorsOf(answer: EmbeddingAnswer): readonly Float32Array[] {
  if ('vectors' in answer) return answer.vectors;
  throw unavailable(
    'final',
    answer.wrongFile === null
      ? 'The runtime of the embedding model does not work on this system.'
      : `${answer.wrongFile} is not the file that Steward was made for (its SHA-256 differs).`,
  );
}

const unavailable = (kind: 'transient' | 'final', message: string): PortError =>
  new PortError({ kind, code: 'embeddings_unavailable', message });
