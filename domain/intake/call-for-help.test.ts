import { describe, expect, it } from 'vitest';
import { message } from '../../test/support/values/messages.ts';
import { isCallForHelp, isOnlyUnreadFiles, writtenQuestion } from './call-for-help.ts';

it.each(['@steward', '@Steward can you help?', 'can anyone help me?', '@steward help please', '@steward ??'])(
  '%s only calls for help',
  (text) => expect(isCallForHelp(text)).toBe(true),
);

it.each([
  '@steward how do I rotate the key?',
  'can anyone help me with the export?',
  'thanks',
  '/help',
  '`??`',
  '⚠️',
])('%s says more', (text) => expect(isCallForHelp(text)).toBe(false));

describe('what a batch asks', () => {
  const written = (...texts: readonly string[]) =>
    writtenQuestion(
      texts.map((text, at) => message(at + 1, { text, mentionsSteward: text.includes('@steward') })),
    );

  it.each(['@steward can you help?', '@steward', 'hey @steward', '@steward any thoughts?', '@steward hilfe'])(
    'lacks a call beside it: %s',
    (call) => {
      expect(written('Which databases work?', call)).toBe('Which databases work?');
      expect(written(call, 'Which databases work?', 'Postgres 14.')).toBe(
        'Which databases work?\nPostgres 14.',
      );
    },
  );

  it.each([
    ['What does this command do?', '/help'],
    ['What does this operator do?', '@steward `??`'],
    ['What does this symbol mean?', '@steward ⚠️'],
    ['how do I disable', 'help'],
    ['Under which label do I file it?', 'question'],
  ])('keeps what it is about: %s %s', (...texts) => expect(written(...texts)).toBe(texts.join('\n')));

  it('is the whole if nothing else is said', () => {
    expect(written('@steward can you help?')).toBe('@steward can you help?');
    expect(written('hi', '@steward can you help me?')).toBe('hi\n@steward can you help me?');
  });
});

it.each([
  ['meme.png', 'image/png', '', true],
  ['voice-message.ogg', 'audio/ogg', '@steward can you help?', true],
  ['clip.mp4', 'video/mp4', '👀', true],
  ['manual.pdf', 'application/pdf', '@steward', false],
  ['manual.odt', 'application/vnd.oasis.opendocument.text', '@steward', true],
  ['mod.zip', 'application/zip', 'Why is it refused?', false],
  ['message.txt', 'text/plain', '', false],
] as const)('%s (%s) with %j is only a file that is not read: %s', (fileName, contentType, text, isOnly) => {
  const attachments = [{ id: '1', fileName, contentType, sizeBytes: 9, url: '' }];
  expect(isOnlyUnreadFiles([message(1, { text, attachments })], false)).toBe(isOnly);
  // Words in another message of the batch are words.
  const words = message(2, { text: 'My crash is in there' });
  expect(isOnlyUnreadFiles([message(1, { text, attachments }), words], false)).toBe(false);
});

it('a picture is read where images are on, and no file is no unread file', () => {
  const attachments = [{ id: '1', fileName: 'a.png', contentType: 'image/png', sizeBytes: 9, url: '' }];
  expect(isOnlyUnreadFiles([message(1, { text: '', attachments })], true)).toBe(false);
  expect(isOnlyUnreadFiles([message(1, { text: '' })], false)).toBe(false);
});
