import { expect, it } from 'vitest';
import { openPosting } from '../../test/support/steps/posting.ts';
import { gatherHistoryPage } from './gather-history-page.ts';

it.each([true, false])(
  'an answer whose messages surround the last window of a page counts once, and so does each message (dry run: %s)',
  async (dryRun) => {
    const { discord, deps, help } = await openPosting();
    const { id: question } = discord.say({ by: 'anna', text: 'How do I set the port?' });
    const chatter = (count: number) => {
      for (let at = 0; at < count; at += 1) discord.say({ by: `member-${at}`, text: 'Hm.' });
    };
    chatter(96);
    const team = { by: 'maya', team: true, replyTo: question } as const;
    discord.say({ ...team, text: 'In the settings.' });
    discord.say({ by: 'ben', text: 'The last window of the page begins here.' });
    discord.say({ ...team, text: 'Under Network.' });
    chatter(3);
    const pages = [];
    for (let after: string | null = '0'; after !== null;) {
      const page = await gatherHistoryPage(deps, {
        location: { channelId: help, threadId: null },
        afterMessageId: after,
        name: 'history-1',
        dryRun,
      });
      pages.push(page);
      after = page.after;
    }
    expect(pages.map(({ pairs }) => pairs).filter(Boolean)).toEqual([1]);
    expect(pages.reduce((sum, { messages }) => sum + messages, 0)).toBe(103);
  },
);

it('an answer whose question was deleted is taken for the answer to no other', async () => {
  const { discord, deps, help } = await openPosting();
  discord.say({ by: 'ben', text: 'Where can I download the invoice?' });
  const question = discord.say({ by: 'anna', text: 'How do I set the port?' });
  discord.say({ by: 'maya', team: true, text: 'In the settings.', replyTo: question.id });
  const location = { channelId: help, threadId: null };
  const pairs = async () =>
    (await gatherHistoryPage(deps, { location, afterMessageId: '0', name: 'history-1', dryRun: true })).pairs;
  expect(await pairs()).toBe(1);
  discord.remove(question.id);
  expect(await pairs()).toBe(0);
});
