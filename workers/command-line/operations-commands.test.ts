import { describe, expect, it } from 'vitest';
import type { Storage } from '../../adapters/storage/open-storage.ts';
import { entry } from '../../test/support/storage/test-store.ts';
import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import { replyRecord } from '../../test/support/values/messages.ts';
import { prepareFolder } from '../../test/support/storage/prepare-folder.ts';

const now = () => new Date();

const row = (messageId: string, question: string, over: Partial<ReplyRecord> = {}): ReplyRecord =>
  replyRecord(messageId, {
    question,
    status: 'unanswered',
    reason: 'not_covered',
    createdAt: now().toISOString(),
    ...over,
  });

it('unanswered lists questions, newest first, as text and as JSON', async () => {
  const ago = (minutes: number) => ({ createdAt: new Date(Date.now() - minutes * 60_000).toISOString() });
  const steward = await prepareFolder(async ({ records }) => {
    for (const one of [
      row('1', '@steward How do I set the port?', ago(3)),
      row('ask-4', 'Which key?', { guildId: 'ask', channelId: 'ask', authorId: 'http-site', ...ago(2) }),
      row('5', '@steward thank you', ago(1)),
    ])
      await records.insertReplyRecord(one);
  });
  expect(steward('unanswered').lines).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\d {2}Which key\?$/u),
    '            over HTTP or with `ask` (the documents do not cover it)',
    expect.stringMatching(/^\d{4}-\d\d-\d\d {2}How do I set the port\?$/u),
    '            https://discord.com/channels/guild/help/1 (the documents do not cover it)',
  ]);
  const [asked] = steward('unanswered', '--since', '1d', '--json').lines;
  expect(JSON.parse(asked ?? '')).toMatchObject({
    message_id: 'ask-4',
    question: 'Which key?',
    reason: 'not_covered',
    author_id: 'http-site',
    link: null,
  });
  expect(steward('unanswered', '--since', 'yesterday')).toMatchObject({ status: 2 });
});

describe('forget', () => {
  const anna = '4001';
  const qaId = 'qa_20260201_000002';
  const fill = async ({ library, records }: Storage) => {
    const texts = ['My drum breaks', 'Mine, too', `<@${anna}> wait`, 'Annabel can wait', 'Replace it'];
    const turns = texts.map((text, at) => ({ label: at < 2 ? ('User' as const) : ('Team' as const), text }));
    await library.appendRaw(entry(2, { turns, messageIds: ['1', '2', '3', '4', '5'] }), now());
    const origin = { link: null, correctedSourceIds: [], snapshotId: null };
    await records.savePairOrigin({ ...origin, qaId, authorIds: ['4002', anna, '4003', '4003', '4003'] });
    await records.cacheDecision('key', '{}');
  };

  it('says what it does, and lists where others name the person', async () => {
    const steward = await prepareFolder(fill);
    const mentions = [
      expect.stringMatching(/^Others may speak of the person here\. .* library retract QA_ID/u),
      `  ${qaId}  <@${anna}> wait`,
    ];
    const dry = steward('forget', anna, '--dry-run');
    expect(dry.lines).toEqual([
      expect.stringContaining(`What ${anna} wrote goes`),
      'Conversations of others that lose their messages:',
      `  ${qaId}`,
      ...mentions,
      'Nothing was changed.',
    ]);
    const { lines, stderr, status } = steward('forget', anna);
    expect([lines[2], status]).toEqual([`  ${qaId}`, 0]);
    expect(stderr).not.toMatch(/^\{/mu);
    expect(steward('forget', anna).lines[0]).toBe(`Steward keeps nothing that ${anna} wrote.`);
  });

  it('lets no answer of the team go without a yes, and shows which go', async () => {
    const steward = await prepareFolder(fill);
    const refused = steward('forget', '4002');
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('say --yes')]);
    expect(steward('forget', '4002', '--dry-run').lines.slice(1, 3)).toEqual([
      'Learned answers that go, because the person asked for them:',
      `  ${qaId}  <@${anna}> wait / Annabel can wait / Replace it`,
    ]);
    expect(steward('forget', '4002', '--yes').lines.at(-1)).toMatch(/^Done\./u);
    expect(steward('forget', '4002').lines[0]).toBe('Steward keeps nothing that 4002 wrote.');
  });

  it('says of an unknown id that nothing is kept, and drops the cached decisions', async () => {
    const steward = await prepareFolder(fill);
    const { lines, status } = steward('forget', '4999');
    expect([lines[0], status]).toEqual(['Steward keeps nothing that 4999 wrote.', 0]);
    expect(lines.at(-1)).toMatch(/^Done\. .* stays out/u);
    expect(steward('forget', '4999').lines).toHaveLength(2);
  });
});
