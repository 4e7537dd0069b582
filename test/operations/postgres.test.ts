import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Secret } from '../../config/secret.ts';
import { PortError } from '../../domain/ports/errors.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { conversation, ended, someTime, standingIds, startConversation } from '../support/captures.ts';
import { startRegeneration } from '../support/archive.ts';
import { cleanUp } from '../support/clean-up.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { openTestSteward, type TestSteward } from '../support/steward.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

/** A Steward whose store is in PostgreSQL, behind a network that the test can cut. */
async function onPostgres() {
  const server = await startPostgres();
  cleanUp(server.stop);
  const proxy = await startTcpProxy({ port: server.port });
  cleanUp(() => proxy.close());
  const folder = mkdtempSync(join(tmpdir(), 'steward-test-'));
  cleanUp(() => rmSync(folder, { recursive: true, force: true }));
  const url = server.url.replace(`:${server.port}`, `:${proxy.port}`);
  const model = await startScriptedModel(agreeable);
  const storage = { kind: 'postgres', url: new Secret(url), data_dir: folder };
  const steward = await openTestSteward({ model, settings: { storage } });
  await steward.work(['all']);
  await steward.indexDocuments();
  return { steward, proxy };
}

/** What the test itself asks of the store comes through the same network. */
async function again<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PortError) || error.kind !== 'transient') throw error;
      await sleep(20);
    }
  }
}

/** A question, what the team taught elsewhere, and a rebuild of the library. */
async function live(steward: TestSteward) {
  const { library, records } = steward.storage;
  const question = steward.discord.say({ by: 'anna', text: 'How do I set the port?' });
  const snapshot = conversation(someTime(), 'Which port?');
  const capture = await ended(steward, await again(() => startConversation(steward, snapshot)));
  const status = async () => (await again(() => records.replyRecord(question.id)))?.status;
  await expect.poll(status).toBe('answered');
  const rebuild = await (await startRegeneration(steward)).result();
  return {
    posts: steward.posts(),
    capture,
    rebuild,
    archived: (await again(() => library.rawEntries())).map(({ qaId }) => qaId),
    standing: await again(() => standingIds(steward)),
    generation: await again(() => library.liveGeneration()),
  };
}

function expectWhole(lived: Awaited<ReturnType<typeof live>>) {
  expect(lived).toMatchObject({
    posts: [expect.stringContaining('Set the port to 8080.')],
    capture: { outcome: 'integrated' },
    rebuild: { outcome: 'published', entries: 1, integrated: 1, failed: 0 },
    generation: 2,
  });
  expect(lived.archived).toHaveLength(1);
  expect(lived.standing).toEqual(lived.archived);
}

it('on PostgreSQL a question is answered, a team reply is learned and the library is rebuilt', async () => {
  const { steward } = await onPostgres();
  expectWhole(await live(steward));
});

it('and so they are, once each, while every connection to PostgreSQL is cut again and again', async () => {
  const { steward, proxy } = await onPostgres();
  let cuts = 0;
  let hasBegun = false;
  // In the middle of transactions: what is on its way then is lost, or its outcome unknown.
  proxy.onRequest = (bytes) => {
    hasBegun ||= bytes.includes('insert into');
    if (!hasBegun || cuts >= 20 || Math.random() > 0.03) return 'pass';
    cuts += 1;
    return 'cut';
  };
  expectWhole(await live(steward));
  expect(cuts).toBeGreaterThan(3);
});
