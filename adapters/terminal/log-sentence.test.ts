import { expect, test } from 'vitest';
import { logSentence } from './log-sentence.ts';

const said = (fields: object): string | null =>
  logSentence(JSON.stringify({ level: 30, time: '2026-02-04T12:34:56.789Z', ...fields }));

test.each([
  [{ msg: 'discord.connected', guilds: 1, channels: 2 }, 'Connected to Discord: 1 server, 2 channels.'],
  [
    { msg: 'reply_decided', message_id: '7', status: 'unanswered', reason: 'not_covered', model_calls: 2 },
    'Question 7: unanswered, not covered (2 calls of models).',
  ],
  [{ msg: 'Workers created', event: 'temporal.workers_created' }, null],
  [{ level: 40, msg: 'store_differs: host a differs in kb' }, 'Warning: Host a differs in kb'],
  [{ level: 50, msg: 'something_new', code: 'odd', list: [1] }, 'Error: Something new; code odd'],
])('%j is a sentence for people', (fields, sentence) => {
  expect(said(fields)).toBe(sentence && `12:34:56 ${sentence}`);
});

test('what a log line quotes moves no cursor', () => {
  expect(said({ msg: 'x: a\u001b[2Jb\nc' })).toBe('12:34:56 A␛[2Jb c');
});
