import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { configSchema } from '../../config/schema.ts';
import { openEmbeddings } from './embeddings.ts';

/** Of a machine without the files, and with no way to them. */
function opened(kb: object) {
  const home = mkdtempSync(join(tmpdir(), 'steward-embeddings-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const lines: string[] = [];
  const log = {
    info: (_: object, message: string) => void lines.push(message),
    warn: (_: object, message: string) => void lines.push(message),
  };
  const nowhere = 'http://127.0.0.1:9';
  const env = { HOME: home, PIP_INDEX_URL: nowhere, NPM_CONFIG_REGISTRY: nowhere };
  const embeddings = openEmbeddings(configSchema.parse({ kb }), env, log);
  onTestFinished(() => embeddings.close());
  return { ...embeddings, lines };
}

it('without a network the download is announced and given up with a reason, and search goes on by words', async () => {
  const { prepare, embeddings, lines } = opened({});
  await prepare();
  expect(lines).toEqual([
    expect.stringMatching(/^embeddings_fetching: .* 77 MB, once; .*kb\.embeddings: off disables it$/u),
    expect.stringMatching(/^embeddings_missing: .*: 127\.0\.0\.1:9 cannot be reached\. Search uses words/u),
  ]);
  await expect(embeddings?.embed(['text'])).rejects.toMatchObject({ code: 'embeddings_unavailable' });
});

it('switched off, there are none, and nothing is fetched', async () => {
  const { prepare, embeddings, lines } = opened({ embeddings: 'off' });
  await prepare();
  expect([embeddings, lines]).toEqual([null, []]);
});

it('an API needs no files', async () => {
  const { prepare, embeddings, lines } = opened({
    embeddings: { base_url: 'https://api.example.com/v1', model: 'a-model' },
  });
  await prepare();
  expect(embeddings?.name).toBe('a-model at https://api.example.com/v1');
  expect(lines).toEqual([]);
});
