import { expect, test } from 'vitest';
import { doneEvent, type ReplyEvent } from '../../domain/operations/community-events.ts';
import { eventText, messageText } from './render.ts';
import { shownMessage } from './shown-message.ts';
import { openEmulated, post } from '../../test/support/discord/emulated.ts';

const reply: ReplyEvent = {
  event: 'reply',
  question: 'How?',
  answer: 'So.\n\u001b[2JAnd so.',
  source_ids: ['kb:a.md', 'team:b.txt'],
  citations: [{ source_id: 'kb:a.md', title: 'A', url: 'https://example.com/a', qa_ids: [] }],
  workflow_id: 'reply/1',
  outcome: 'answered',
  reason: 'answered',
};

test('a message says where it stands, who wrote it and whom it answers, with names for ids', async () => {
  const discord = await openEmulated();
  const { world } = discord;
  const question = discord.say({ by: 'anna', text: `How\u0007, <@${world.bot.id}>?\nReally?` });
  expect(messageText(shownMessage(world, question))).toBe('#help anna\n  How␇, @Steward?\n  Really?');
  const answer = post(discord, { text: 'So.', on: question });
  const correction = discord.say({
    by: 'maya',
    team: true,
    text: 'No.',
    in: question.id,
    replyTo: answer.id,
  });
  expect(messageText(shownMessage(world, correction))).toBe(
    '#help maya (team) to Steward in the thread "T"\n  No.',
  );
  Object.assign(world.threads.get(question.id) ?? {}, { name: `<@${world.bot.id}> how?` });
  expect(messageText(shownMessage(world, correction))).toContain('in the thread "@Steward how?"');
});

test('a reply shows its sources, because its answer is shown as a message', () => {
  expect(eventText(reply)).toBe('  sources: kb:a.md (https://example.com/a)');
});

test('every kind of event has its line', () => {
  const run = { workflow_id: 'x/1' };
  const skipped = {
    event: 'skipped',
    question: 'a',
    recorded_as: null,
    fixed_text: null,
    nearest: [],
    ...run,
  } as const;
  const unanswered = { ...skipped, reason: 'not_covered', recorded_as: 'unanswered' } as const;
  expect(eventText({ ...unanswered, nearest: ['Ports', 'Hosts\u001b'] })).toBe(
    '  no reply: no sentence that answers it was found (not_covered), recorded as unanswered; nearest pages: Ports, Hosts␛',
  );
  expect(eventText({ ...skipped, reason: 'thanks', fixed_text: 'Welcome!' })).toBe('  fixed text: thanks');
  expect(eventText({ event: 'captured', qa_id: 'qa_1', topic: 'hours', outcome: 'integrated', ...run })).toBe(
    '  learned qa_1 in team:hours.txt',
  );
  expect(eventText({ event: 'captured', qa_id: 'qa_1', topic: null, outcome: 'skipped', ...run })).toBe(
    '  nothing learned: skipped',
  );
  expect(eventText({ event: 'failed', reason: 'model_failed', ...run })).toBe(
    '  failed: model failed (model_failed)',
  );
});

test('who was told that there is no answer sees the cause below it', () => {
  const nothing: Partial<ReplyEvent> = { source_ids: [], citations: [], outcome: 'unanswered' };
  const refused: ReplyEvent = { ...reply, ...nothing, reason: 'model_unauthorized' };
  expect(eventText(refused)).toBe("  no answer: the model's provider refuses the key (model_unauthorized)");
});

test('the totals count what was reported', () => {
  const done = doneEvent([reply, reply, { event: 'failed' }]);
  expect(done).toEqual({ event: 'done', replies: 2, skipped: 0, captured: 0, regenerated: 0, failed: 1 });
  expect(eventText(done)).toBe('2 replies, 0 skipped, 0 captured, 0 regenerated, 1 failed');
});
