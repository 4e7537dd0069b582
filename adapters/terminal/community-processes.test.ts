import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { compareIds } from '../../domain/intake/message.ts';
import { communityPath, openTestCommunity } from './test/open-test-community.ts';

const program = new URL('test/write-posts.ts', import.meta.url).pathname;

/** A process that posts; `ids` grows as it prints them. */
function posting(args: readonly string[]): {
  readonly child: ChildProcess;
  readonly ids: string[];
  ended: Promise<unknown>;
} {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ids: string[] = [];
  createInterface({ input: child.stdout }).on('line', (id) => ids.push(id));
  return { child, ids, ended: once(child, 'close') };
}

test('processes that open one new file and post with one nonce at once make one message', async () => {
  const path = communityPath();
  const all = ['a', 'b', 'c', 'd'].map((name) => posting([path, name, '1', 'same']));
  await Promise.all(all.map(({ ended }) => ended));
  const ids = all.flatMap((one) => one.ids);
  expect(ids).toHaveLength(4);
  expect(new Set(ids).size).toBe(1);
  const location = { channelId: 'help', threadId: null };
  expect(
    await openTestCommunity({ path }).ownMessagesAfter({ ...location, afterMessageId: '0' }),
  ).toHaveLength(1);
});

test('ids of several processes are unique and grow in each', async () => {
  const path = communityPath();
  const all = ['a', 'b'].map((name) => posting([path, name, '200']));
  await Promise.all(all.map(({ ended }) => ended));
  for (const { ids } of all) expect(ids.toSorted(compareIds)).toEqual(ids);
  expect(new Set(all.flatMap((one) => one.ids)).size).toBe(400);
});

test('a post whose id was returned is there after a SIGKILL', async () => {
  const path = communityPath();
  const { child, ids, ended } = posting([path, 'a', '1000000']);
  await expect.poll(() => ids.length).toBeGreaterThan(20);
  child.kill('SIGKILL');
  await ended;
  const posts = await openTestCommunity({ path }).ownMessagesAfter({
    channelId: 'help',
    threadId: null,
    afterMessageId: '0',
  });
  expect(posts.map(({ messageId }) => messageId)).toEqual(expect.arrayContaining(ids));
});
