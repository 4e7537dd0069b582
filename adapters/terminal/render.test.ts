import { expect, test } from 'vitest';
import { doneEvent, type ReplyEvent } from './events.ts';
import { createRenderer, jsonLine, wantsColors } from './render.ts';
import { openTestCommunity, sayingOf } from './test/open-test-community.ts';

const reply: ReplyEvent = {
  event: 'reply',
  question: 'How?',
  answer: 'So.\n\u001b[2JAnd so.',
  source_ids: ['kb:a.md', 'team:b.txt'],
  citations: [{ source_id: 'kb:a.md', title: 'A', url: 'https://example.com/a', qa_ids: [] }],
  workflow_id: 'reply/1',
  outcome: 'answered',
};
const plain = createRenderer({ colors: false, threadTitle: (id) => `title of ${id}` });
const colored = createRenderer({ colors: true, threadTitle: () => null });

test('a message says where it stands, who wrote it and whom it answers', async () => {
  const community = openTestCommunity();
  const question = sayingOf(community)('How\u0007?\nReally?');
  expect(plain.message(question)).toBe('#help anna\n  How␇?\n  Really?');
  const { messageId } = await community.post({
    channelId: 'help',
    threadId: community.threadOf(question.id)?.id ?? null,
    replyToMessageId: null,
    text: 'So.',
    nonce: '1',
  });
  const correction = sayingOf(community)('No.', { name: 'maya', role: 'team', replyTo: messageId });
  expect(plain.message(correction)).toBe(
    `#help maya (team) to Steward in the thread "title of ${question.id}"\n  No.`,
  );
});

test('a reply shows its answer, its sources and its run', () => {
  expect(plain.event(reply)).toBe(
    [
      'Steward answered',
      '  So.',
      '  ␛[2JAnd so.',
      '  sources: kb:a.md (https://example.com/a)',
      '  reply/1',
    ].join('\n'),
  );
  expect(plain.event(reply, { withAnswer: false })).not.toContain('So.');
});

test('every kind of event has its line', () => {
  const run = { workflow_id: 'x/1' };
  expect(
    plain.event({
      event: 'skipped',
      question: 'a',
      reason: 'not_covered',
      recorded_as: 'unanswered',
      ...run,
    }),
  ).toBe('  no reply: not_covered, recorded as unanswered\n  x/1');
  expect(
    plain.event({ event: 'captured', qa_id: 'qa_1', topic: 'hours', outcome: 'integrated', ...run }),
  ).toBe('  learned qa_1 in team:hours.txt\n  x/1');
  expect(plain.event({ event: 'captured', qa_id: 'qa_1', topic: null, outcome: 'skipped', ...run })).toBe(
    '  nothing learned: skipped\n  x/1',
  );
  expect(plain.event({ event: 'failed', reason: 'model_failed', ...run })).toBe(
    '  failed: model_failed\n  x/1',
  );
});

test('the totals count what was reported', () => {
  const done = doneEvent([reply, reply, { event: 'failed', workflow_id: 'x', reason: 'y' }]);
  expect(done).toEqual({ event: 'done', replies: 2, skipped: 0, captured: 0, regenerated: 0, failed: 1 });
  expect(plain.event(done)).toBe('2 replies, 0 skipped, 0 captured, 0 regenerated, 1 failed');
});

test('colours come only with colours on', () => {
  expect(colored.event(reply)).toContain('\u001b[36m');
  expect(plain.event(reply)).not.toContain('\u001b');
});

test.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { TERM: 'dumb' }, false],
  [false, { FORCE_COLOR: '1' }, true],
  [true, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
])('on a terminal: %s, with %j, colours are wanted: %s', (isTTY, env, wanted) => {
  expect(wantsColors({ isTTY }, env)).toBe(wanted);
});

test('JSON is one object a line', () => {
  const line = jsonLine(reply);
  expect(line.indexOf('\n')).toBe(line.length - 1);
  expect(JSON.parse(line)).toEqual(reply);
});
