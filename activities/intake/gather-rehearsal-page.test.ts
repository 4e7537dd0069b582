import { expect, it } from 'vitest';
import { openPosting } from '../../test/support/steps/posting.ts';
import { askSnapshot, httpAsker, httpChannel, httpKeyId } from '../../domain/intake/ask-snapshot.ts';
import { snowflakeAt } from '../../domain/values/snowflake.ts';
import { replyRecord } from '../../test/support/values/messages.ts';
import { gatherRehearsalPage } from './gather-rehearsal-page.ts';

const found = async (
  { deps, help }: Awaited<ReturnType<typeof openPosting>>,
  threadId: string | null = null,
) => {
  const location = { channelId: help, threadId };
  const place = { location, afterMessageId: '0', rehearsal: 'r' };
  const { messageIds } = await gatherRehearsalPage(deps, { ...place, most: 10 });
  const rows = await Promise.all(messageIds.map((id) => deps.records.rehearsed(`r/${id}`)));
  return rows.flatMap((row) =>
    row ? [{ question: row.snapshot.batch[0]?.text, team: row.team.map(({ text }) => text) }] : [],
  );
};

it('a question has the team answer that stands in the channel, or in the thread that was opened on it', async () => {
  const posting = await openPosting();
  const { discord } = posting;
  const inChannel = discord.say({ by: 'anna', text: 'How do I set the port?' });
  discord.say({ by: 'maya', team: true, text: 'In the settings.', replyTo: inChannel.id });
  const onThread = discord.say({ by: 'ben', text: 'Where is the log file kept?' });
  const thread = discord.openThread({ by: 'maya', name: 'Log', on: onThread.id });
  discord.say({ by: 'maya', team: true, text: 'In the folder logs.', in: thread });
  discord.say({ by: 'noor', text: 'How do I change the host name?' });
  expect(await found(posting)).toEqual([
    { question: 'How do I set the port?', team: ['In the settings.'] },
    { question: 'Where is the log file kept?', team: ['In the folder logs.'] },
    { question: 'How do I change the host name?', team: [] },
  ]);
});

it('chatter is no question, unless the team answered it, and what the team says is none', async () => {
  const posting = await openPosting();
  const { discord } = posting;
  discord.say({ by: 'anna', text: 'good morning all' });
  const odd = discord.say({ by: 'ben', text: 'my thing is sad' });
  discord.say({ by: 'maya', team: true, text: 'Turn it off and on.', replyTo: odd.id });
  expect((await found(posting)).map(({ question }) => question)).not.toContain('good morning all');
  expect(await found(posting)).toEqual([{ question: 'my thing is sad', team: ['Turn it off and on.'] }]);
});

it('finding a question claims nothing, and finding it again changes nothing', async () => {
  const posting = await openPosting();
  const { discord, deps } = posting;
  const { id } = discord.say({ by: 'anna', text: 'How do I set the port?' });
  await found(posting);
  await deps.records.judgeRehearsed(`r/${id}`, 'right');
  await found(posting);
  expect(await deps.records.routingOf([id])).toMatchObject([{ state: 'unhandled' }]);
  expect((await deps.records.rehearsed(`r/${id}`))?.judged).toBe('right');
});

it('what was asked over HTTP is rehearsed as its snapshot has it, or as its record has it once the snapshot is gone', async () => {
  const { deps } = await openPosting();
  const author = httpAsker(httpKeyId('pk_docs'), 'a1b2c3d4e5f6');
  const now = deps.now();
  const asked = askSnapshot({
    requestId: '1',
    question: 'And on Windows?',
    now,
    author,
    channelId: httpKeyId('pk_docs'),
    page: { url: 'https://docs.example/install', title: 'Install' },
  });
  await deps.records.saveSnapshot(asked);
  const row = {
    guildId: 'ask',
    channelId: httpKeyId('pk_docs'),
    authorId: author.id,
    createdAt: now.toISOString(),
  };
  await deps.records.insertReplyRecord(
    replyRecord(asked.id, { ...row, status: 'answered', question: 'And on Windows?' }),
  );
  await deps.records.insertReplyRecord(
    replyRecord('ask-2', { ...row, status: 'unanswered', question: 'Where is the log?' }),
  );
  await deps.records.insertReplyRecord(
    replyRecord('ask-3', { ...row, authorId: 'operator', channelId: 'ask', status: 'answered' }),
  );
  const since = snowflakeAt(new Date(now.getTime() - 60_000));
  const place = {
    location: { channelId: httpChannel, threadId: null },
    afterMessageId: since,
    rehearsal: 'r',
  };
  const { messageIds, after } = await gatherRehearsalPage(
    { ...deps, now: () => new Date(now.getTime() + 1) },
    { ...place, most: 10 },
  );
  expect(messageIds.toSorted()).toEqual(['ask-1', 'ask-2']);
  expect(after).toBeNull();
  const [first, second] = await Promise.all(
    messageIds.toSorted().map((id) => deps.records.rehearsed(`r/${id}`)),
  );
  expect(first?.snapshot.history.map(({ id }) => id)).toEqual(['ask-1-page']);
  expect(second?.snapshot.batch.map(({ text }) => text)).toEqual(['Where is the log?']);
});
