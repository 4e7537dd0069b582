import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openLocalEmbeddings } from '../../adapters/embeddings/local-embeddings.ts';
import { embeddingsDir, fetchFiles } from '../../adapters/embeddings/model-files.ts';
import { stewardCacheDir } from '../../adapters/packages/cache-dir.ts';
import type { Embeddings } from '../../domain/ports/model.ts';

/**
 * The local embeddings, whose files are fetched if missing. Vectors are computed once and kept in the cache outside the
 * checkout.
 */
export async function openCachedEmbeddings(): Promise<Embeddings & AsyncDisposable> {
  const cacheDir = stewardCacheDir(process.env);
  const dir = embeddingsDir(cacheDir);
  await fetchFiles(dir, process.env);
  const local = openLocalEmbeddings(dir);
  mkdirSync(join(cacheDir, 'bench'), { recursive: true });
  const db = new DatabaseSync(join(cacheDir, 'bench', 'vectors.sqlite'), { timeout: 30_000 });
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
  db.exec('CREATE TABLE IF NOT EXISTS vectors (key TEXT PRIMARY KEY, vector BLOB) WITHOUT ROWID');
  const read = db.prepare('SELECT vector FROM vectors WHERE key = ?');
  const write = db.prepare('INSERT OR REPLACE INTO vectors VALUES (?, ?)');
  const keyOf = (text: string) => createHash('sha256').update(`${local.name}\n${text}`).digest('base64url');
  const kept = (text: string): Float32Array | null => {
    const bytes = read.get(keyOf(text))?.['vector'] as Uint8Array | undefined;
    return bytes ? new Float32Array(bytes.slice().buffer) : null;
  };
  return {
    name: local.name,
    textsAtOnce: local.textsAtOnce,
    async embed(texts) {
      const missing = texts.filter((text) => !kept(text));
      const vectors = await local.embed(missing);
      for (const [at, text] of missing.entries()) {
        const { buffer, byteOffset, byteLength } = vectors[at] ?? new Float32Array();
        write.run(keyOf(text), new Uint8Array(buffer, byteOffset, byteLength));
      }
      return texts.map((text) => kept(text) ?? new Float32Array());
    },
    async [Symbol.asyncDispose]() {
      local.close();
      db.close();
    },
  };
}
