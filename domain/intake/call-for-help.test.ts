import { expect, it } from 'vitest';
import { message } from '../../test/support/values/messages.ts';
import { writtenQuestion, isCallForHelp } from './call-for-help.ts';

const said = (...texts: readonly string[]) =>
  writtenQuestion(texts.map((text, at) => message(at + 1, { text })));

it.each(['@steward', '@Steward can you help?', 'can anyone help me?', '@steward help please'])(
  '%s only calls for help',
  (text) => expect(isCallForHelp(text)).toBe(true),
);

it.each(['@steward how do I rotate the key?', 'can anyone help me with the export?', 'thanks'])(
  '%s says more',
  (text) => expect(isCallForHelp(text)).toBe(false),
);

it('a call is no part of what is asked, unless nothing else is said', () => {
  expect(said('Which databases work?', '@steward can you help?')).toBe('Which databases work?');
  expect(said('@steward', 'Which databases work?', 'Postgres 14 here.')).toBe(
    'Which databases work?\nPostgres 14 here.',
  );
  expect(said('@steward can you help?')).toBe('@steward can you help?');
});
