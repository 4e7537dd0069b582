import { expect, test } from 'vitest';
import { logSentence } from './log-sentence.ts';

const said = (fields: object): string | null =>
  logSentence(JSON.stringify({ level: 30, time: '2026-02-04T12:34:56.789Z', ...fields }));

const run = { workflow_id: 'steward/reply/7', run_id: 'r', step: 'generateReply', attempt: 1 };
const decided = { msg: 'reply_decided', ...run, message_id: '7', model_calls: 2 };
const integrated = { msg: 'topic_file_updated', ...run, qa_id: 'qa_1', generation: 0 };

test.each([
  [{ msg: 'discord.connected', guilds: 1, channels: 2 }, 'Connected to Discord: 1 server, 2 channels.'],
  [{ ...decided, status: 'generated', reason: 'answered' }, 'A question has its answer (2 calls of models).'],
  [
    { ...decided, status: 'held', reason: 'answered' },
    'A question has its answer, which waits for the team (2 calls of models).',
  ],
  [
    { ...decided, status: 'unanswered', reason: 'no_source_selected' },
    'A question has no answer: no source fits it.',
  ],
  [{ ...decided, status: 'generated', reason: 'no_source_selected' }, null],
  [
    { msg: 'reply_posted', status: 'unanswered', reason: 'no_source_selected' },
    'No answer is posted: no source fits it.',
  ],
  [{ msg: 'reply_posted', status: 'answered', reason: 'answered' }, 'The answer is posted.'],
  [{ msg: 'qa_pair_captured', qa_id: 'qa_1' }, 'The team has answered something.'],
  [
    { ...integrated, outcome: 'integrated', topic: 'open-ports' },
    'Learned what the team answered, in the topic "open ports".',
  ],
  [
    { ...integrated, outcome: 'skipped', topic: null },
    'What the team answered is not learned: there is nothing in it to keep.',
  ],
  [{ ...integrated, workflow_id: 'steward/regenerate', outcome: 'integrated', topic: 'ports' }, null],
  [{ msg: 'Workers created', event: 'temporal.workers_created' }, null],
  [{ level: 40, msg: 'store_differs: host a differs in kb' }, 'Warning: Host a differs in kb'],
  [{ level: 50, msg: 'something_new', code: 'odd', list: [1], ...run }, 'Error: Something new; code odd'],
])('%j is a sentence for people, without ids', (fields, sentence) => {
  expect(said(fields)).toBe(sentence && `12:34:56 ${sentence}`);
});

test('the start says what Steward knows, where it listens, and where its page is', () => {
  const places = { address: '127.0.0.1:7233', ui: null, store: 'ab12 in data/steward.sqlite' };
  const started = { msg: 'steward_started', version: '1', roles: ['all'], ...places };
  const knows = { documents: 91, pairs: 1, channels: ['help', 'dev'], page: 'http://127.0.0.1:8787' };
  expect(said({ ...started, ...knows })).toBe(
    '12:34:56 Steward 1 works: all. It knows 91 documents and 1 answer of the team, and listens in #help, #dev. ' +
      'The page for moderators is at http://127.0.0.1:8787/page; npx steward http page prints a link. ' +
      'Temporal is at 127.0.0.1:7233; the store is ab12 in data/steward.sqlite.',
  );
});

test('what a log line quotes moves no cursor', () => {
  expect(said({ msg: 'x: a\u001b[2Jb\nc' })).toBe('12:34:56 A␛[2Jb c');
});
