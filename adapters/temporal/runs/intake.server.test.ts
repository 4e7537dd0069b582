import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@temporalio/client';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { testClient, uniqueId, uniqueTaskQueue } from '../../../test/support/temporal.ts';
import type { Message } from '../../../domain/intake/message.ts';
import type { Intake } from '../../../domain/ports/intake.ts';
import type { Records } from '../../../domain/ports/records.ts';
import { routedBatchOf, newSnapshot, type Snapshot } from '../../../domain/intake/snapshot.ts';
import { workflowIds } from '../../../workflows/contract/names.ts';
import { startsOf } from '../../../workflows/contract/starts.ts';
import { startOnce } from '../client/start-once.ts';
import { createRecords } from '../../storage/records/records.ts';
import { author, channel, message as testMessage } from '../../../test/support/values/messages.ts';
import { openSqlite } from '../../storage/database/sqlite/sqlite.ts';
import { freePort } from '../server/free-port.ts';
import { createIntake } from './intake.ts';
import { lazyConnection } from '../client/lazy-connection.ts';

let records: Records;
let intake: Intake;
let taskQueue: string;
let close: () => Promise<void>;

const now = () => new Date('2026-02-01T03:11:00Z');

beforeEach(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'steward-intake-'));
  const database = openSqlite(join(dir, 'steward.sqlite'));
  close = async () => {
    await database.close();
    await rm(dir, { recursive: true, force: true });
  };
  records = createRecords(database, now);
  taskQueue = uniqueTaskQueue();
  intake = intakeOf(await testClient(), 60_000);
});

afterEach(() => close());

/** By default, a server that does not answer is soon given up. */
const intakeOf = (client: Client, callTimeoutMilliseconds = 2_000): Intake =>
  createIntake({
    client,
    records,
    taskQueue,
    quietWindow: { waitMilliseconds: 20_000, directWaitMilliseconds: 2_000, maxWaitMilliseconds: 120_000 },
    messageTtlHours: 24,
    now,
    callTimeoutMilliseconds,
  });

/** A message by a member of its own. */
function messageOf(over: Partial<Message> = {}): Message {
  const id = uniqueId();
  const location = channel({ guildId: '10', channelId: '20' });
  const by = { ...author(`author-${id}`), name: 'Robin Privatename' };
  return testMessage(0, {
    id,
    location,
    author: by,
    link: `https://discord.com/channels/10/20/${id}`,
    ...over,
  });
}

async function historyOf(workflowId: string) {
  const { events } = await (await testClient()).workflow.getHandle(workflowId).fetchHistory();
  return events ?? [];
}

/** As text, with what is encoded in it decoded. */
const historyText = async (workflowId: string): Promise<string> =>
  JSON.stringify(await historyOf(workflowId)).replaceAll(/"data":"([^"]+)"/g, (_, encoded: string) =>
    Buffer.from(encoded, 'base64').toString('utf8'),
  );

test('a message is kept and its id reaches the window of its author', async () => {
  const message = messageOf();
  const taken = await intake.messageSeen(message);
  expect(taken?.workflowId).toBe(`${taskQueue}/batch/10/20/${message.author.id}`);
  expect(await records.messages([message.id])).toEqual([message]);
  expect(await historyText(taken?.workflowId ?? '')).toContain(`"${message.id}"`);
});

test('a message that leads to a window is told of before it is kept, so that its answer finds the models ready', async () => {
  let opened = 0;
  const heard = createIntake({
    client: await testClient(),
    records,
    taskQueue,
    quietWindow: { waitMilliseconds: 20_000, directWaitMilliseconds: 2_000, maxWaitMilliseconds: 120_000 },
    messageTtlHours: 24,
    now,
    windowOpened: () => (opened += 1),
  });
  await heard.messageSeen(messageOf({ isSystem: true }));
  expect(opened).toBe(0);
  await heard.messageSeen(messageOf());
  expect(opened).toBe(1);
});

test('messages of one author go to one run, each with a signal of its own', async () => {
  const message = messageOf();
  const first = await intake.messageSeen(message);
  const second = await intake.messageSeen({ ...message, id: uniqueId() });
  expect(second).toEqual(first);
  const signals = (await historyOf(first?.workflowId ?? '')).filter(
    ({ workflowExecutionSignaledEventAttributes: signal }) => signal,
  );
  expect(signals).toHaveLength(2);
});

test('the history holds ids and the link, and nothing that the person wrote', async () => {
  const message = messageOf({ text: 'my password is hunter2' });
  const taken = await intake.messageSeen(message);
  const history = await historyText(taken?.workflowId ?? '');
  expect(history).toContain(message.link);
  expect(history).not.toMatch(/hunter2|Privatename/);
});

test('the run can be found by guild and channel', async () => {
  const taken = await intake.messageSeen(messageOf());
  const described = await (await testClient()).workflow.getHandle(taken?.workflowId ?? '').describe();
  expect(described.searchAttributes).toMatchObject({ GuildId: ['10'], ChannelId: ['20'] });
});

test.each([
  ['another bot', { author: author('another', 'bot') }],
  ['Steward itself', { author: author('steward', 'steward') }],
  ['the system', { isSystem: true }],
] as const)('a message of %s is kept nowhere and starts nothing', async (_, change) => {
  const message = messageOf(change);
  expect(await intake.messageSeen(message)).toBe(null);
  await intake.messageEdited(message);
  expect(await records.messages([message.id])).toEqual([]);
});

test('an edit replaces what was kept', async () => {
  const message = messageOf();
  await intake.messageSeen(message);
  const edited = { ...message, text: 'How do I stop?', editedAt: '2026-02-01T03:10:59.000Z' };
  await intake.messageEdited(edited);
  expect(await records.messages([message.id])).toEqual([edited]);
});

/** As a window does that hands messages over to a reply. */
async function handOver(...batch: readonly [Message, ...Message[]]): Promise<Snapshot> {
  const [first] = batch;
  const id = batch.at(-1)?.id ?? first.id;
  const snapshot = newSnapshot({ id, route: 'reply', batch, conversationId: `reply_${first.id}` });
  const messageIds = batch.map((message) => message.id);
  await records.claim({ owner: id, messageIds, snapshot, reason: '' });
  return snapshot;
}

test('a deleted question forgets its message, cancels the reply that runs for it, and takes back what it posted', async () => {
  const client = await testClient();
  const [first, last] = [messageOf(), messageOf()];
  for (const message of [first, last]) await intake.messageSeen(message);
  const handedOver = routedBatchOf(await handOver(first, last));
  const { workflowId } = await startOnce(client, startsOf(taskQueue).reply({ routed: handedOver }));
  const isCancelled = async () =>
    (await historyOf(workflowId)).some(({ workflowExecutionCancelRequestedEventAttributes: asked }) => asked);
  await intake.messageDeleted(last);
  expect(await records.messages([last.id])).toEqual([]);
  expect(await isCancelled()).toBe(false);
  await intake.messageDeleted(first);
  expect(await isCancelled()).toBe(true);
  expect(await historyText(workflowIds(taskQueue).amend(last.id))).toContain('deleted');
});

test('an edit of a question that was handed over is told to the run that amends its answer', async () => {
  const message = messageOf();
  await intake.messageSeen(message);
  await handOver(message);
  const edited = { ...message, text: 'How do I stop?', editedAt: '2026-02-01T03:10:59.000Z' };
  await intake.messageEdited(edited);
  await intake.messageEdited(edited);
  const history = await historyText(workflowIds(taskQueue).amend(message.id));
  expect(history).toContain(String(Date.parse(edited.editedAt)));
  expect(history).not.toContain('How do I stop?');
});

test('a deletion of a message that led to no reply is fine, and may come twice', async () => {
  const message = messageOf();
  await intake.messageDeleted(message);
  await expect(intake.messageDeleted(message)).resolves.toBeUndefined();
});

test('a server that is away is a transient failure, and the message is kept', async () => {
  const connection = lazyConnection({ address: `127.0.0.1:${await freePort()}`, tls: false });
  onTestFinished(() => connection.close());
  const message = messageOf();
  const seen = intakeOf(new Client({ connection })).messageSeen(message);
  await expect(seen).rejects.toMatchObject({ name: 'PortError', kind: 'transient' });
  expect(await records.messages([message.id])).toEqual([message]);
});

/** Answers every call with one gRPC status, as a server that dies, starts or refuses does. */
async function answering(status: number): Promise<Client> {
  const server = createServer();
  server.on('stream', (stream, { ':path': path }) => {
    const isHandshake = path?.endsWith('/GetSystemInfo') === true;
    const answer = {
      ':status': 200,
      'content-type': 'application/grpc',
      'grpc-status': isHandshake ? 12 : status,
    };
    stream.respond(answer, { endStream: true });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const connection = lazyConnection({ address: `127.0.0.1:${port}`, tls: false });
  onTestFinished(async () => {
    await connection.close();
    server.close();
  });
  return new Client({ connection });
}

test.each([
  ['breaks the call off', 1, 'transient'],
  ['does not know the namespace', 5, 'transient'],
  ['does not permit it', 7, 'transient'],
  ['does not accept the credentials', 16, 'transient'],
  ['can never take such a call', 3, 'final'],
] as const)(
  'a server that %s fails a message for now, or for good (status %i: %s)',
  async (_, status, kind) => {
    const seen = intakeOf(await answering(status)).messageSeen(messageOf());
    await expect(seen).rejects.toMatchObject({ name: 'PortError', code: 'temporal_call_failed', kind });
  },
);

test('an edit of what a window has left reaches a window again, also when the server is away at first', async () => {
  const message = messageOf();
  await records.saveMessage(message, new Date('2026-02-02T03:11:00Z'));
  const left = {
    owner: 'x',
    messageIds: [message.id],
    seen: [message],
    snapshot: null,
    reason: 'chatter',
  };
  await records.claim(left);
  const edited = { ...message, text: 'How do I stop?', editedAt: '2026-02-01T03:10:59.000Z' };
  const away = intakeOf(await answering(7)).messageEdited(edited);
  await expect(away).rejects.toMatchObject({ kind: 'transient' });
  await intake.messageEdited(edited);
  expect(await historyText(`${taskQueue}/batch/10/20/${message.author.id}`)).toContain(message.id);
});

test('a namespace that the server does not know yet is waited for', async () => {
  const { connection } = await testClient();
  const seen = intakeOf(new Client({ connection, namespace: 'not-yet' })).messageSeen(messageOf());
  await expect(seen).rejects.toMatchObject({
    kind: 'transient',
    message: expect.stringContaining('namespace'),
  });
});
