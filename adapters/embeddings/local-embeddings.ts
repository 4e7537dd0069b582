import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import pLimit from 'p-limit';
import type { Embeddings } from '../../domain/ports/model.ts';
import { PortError } from '../../domain/ports/errors.ts';
import type { EmbeddingAnswer } from './embedding-process.ts';
import { hasFiles, modelName } from './model-files.ts';

/** After this time without texts the process ends. Loading the model again takes half a second. */
const usualIdleMilliseconds = 60_000;

/** An answer takes a second of one core at most, which a busy machine may not give for minutes. */
const usualAnswerMilliseconds = 300_000;

/** Vectors of the model whose files are in `dir`, computed in a process of their own, one request after the other. */
export function openLocalEmbeddings(
  dir: string,
  {
    idleMilliseconds = usualIdleMilliseconds,
    answerMilliseconds = usualAnswerMilliseconds,
  }: { readonly idleMilliseconds?: number; readonly answerMilliseconds?: number } = {},
): Embeddings & { readonly close: () => void } {
  const limit = pLimit(1);
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | null = null;

  const end = () => {
    if (idle) clearTimeout(idle);
    child?.kill('SIGKILL');
    child = null;
  };

  const ask = async (texts: readonly string[]): Promise<readonly Float32Array[]> => {
    if (!hasFiles(dir)) throw unavailable('transient', 'The files of the embedding model are not here.');
    if (idle) clearTimeout(idle);
    if (!child) {
      const started = startProcess(dir);
      started.once('exit', () => {
        if (child === started) child = null;
      });
      child = started;
    }
    try {
      const vectors = await answerOf(child, texts, answerMilliseconds);
      if (vectors) return vectors;
      throw unavailable(
        'final',
        'The files of the embedding model are not those that Steward was made for, or do not work on this system.',
      );
    } catch (error) {
      end();
      throw error;
    } finally {
      idle = setTimeout(end, idleMilliseconds).unref();
    }
  };

  return {
    name: modelName,
    textsAtOnce: 4,
    embed: (texts) => (texts.length === 0 ? Promise.resolve([]) : limit(() => ask(texts))),
    // Not while one works: that would only put off when it ends.
    warm: () => {
      if (!child) limit(() => ask(['.'])).catch(() => {});
    },
    close: end,
  };
}

function startProcess(dir: string): ChildProcess {
  const file = new URL(`./embedding-process${extname(import.meta.url)}`, import.meta.url);
  const started = fork(file, [dir], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Without a listener, an error between two requests would end this process. A waiting caller gets it as well.
  return started.on('error', () => {});
}

/** Keeps this process alive until the answer. Throws a transient `PortError` without one. */
async function answerOf(
  child: ChildProcess,
  texts: readonly string[],
  milliseconds: number,
): Promise<EmbeddingAnswer> {
  const deadline = AbortSignal.timeout(milliseconds);
  const over = new AbortController();
  const signal = AbortSignal.any([deadline, over.signal]);
  child.ref();
  child.channel?.ref();
  try {
    child.send([...texts]);
    const answered = once(child, 'message', { signal }) as Promise<[EmbeddingAnswer]>;
    const ended = once(child, 'exit', { signal }).then(() => null);
    const came = await Promise.race([answered, ended]);
    if (came) return came[0];
    throw new Error('ended');
  } catch (error) {
    const how = deadline.aborted ? 'does not answer' : 'has ended, or does not work';
    throw unavailable('transient', `The process of the embedding model ${how}.`, error);
  } finally {
    over.abort();
    child.unref();
    child.channel?.unref();
  }
}

const unavailable = (kind: 'transient' | 'final', message: string, cause?: unknown): PortError =>
  new PortError({ kind, code: 'embeddings_unavailable', message, cause });
