import { describe, expect, it } from 'vitest';
import { message } from '../../test/support/values/messages.ts';
import { isChatter, isDroppedUnread } from './question-gate.ts';
import { processorMilliseconds } from '../../test/support/processor-time.ts';

describe('the heuristic gate', () => {
  it.each([
    'does it work on windows?',
    'わかりますか？',
    'how do i set a custom error handler',
    'can I use it with typescript',
    'which port does it listen on',
    'what is the default port',
    'anyone know the default timeout',
    'i was wondering why the hook runs twice',
    'could someone explain the retry policy',
    'comment puis-je changer le port',
    'existe-t-il une option pour le délai',
    'Thanks! and how do I undo it',
    'hey all, hope you are having a great day, my proxy refuses',
  ])('lets a question pass: %s', (text) => {
    expect(isChatter(text)).toBe(false);
  });

  it.each([
    "I can't connect to the server since the update",
    'npm install fails with EACCES on my machine',
    "Error: Cannot find module 'foo'",
    'need help with installing the plugin',
    'help pls',
    "can't find where to change my api key",
    'please explain the difference between sync and async mode',
    'looking for a way to export my data as csv',
    'I want to stop the bot for a while in one channel',
    'we need to temporarily pause it',
    'where are my backups',
    'what is a child logger',
    'can I have several transports with different levels',
    'still does not work, I get FATAL: no such role',
    'it is broken',
    'I lost all my things after the last update',
    'its asking me for my name every time I open it',
    'ça marche pas depuis hier',
    'impossible de se connecter',
    "besoin d'aide pour le serveur",
    'use `config?.port` there',
    '```\nif (x) { return a ? b : c }\n```',
    'at Object.<anonymous> (/app/index.js:3:7)',
    // In everyday words, of a game or of an app for everybody.
    'the music stops after a minute',
    'my friends list is empty',
    'The boss has no health bar',
    'hello, my steps from yesterday are not counted',
    'i was charged for a whole year',
    'I never got my coins after the game',
    'the door in chapter two opens at night',
    'my guitar sounds weird when I record it',
    'nobody can see my story',
    // A question without its mark.
    'is there dark mode',
    'how can drafts be left out of the build',
    'which one is better for a small team',
    'do i need to pay for this',
    'how do you invite a friend',
    'can two people edit at once',
    'what happens to shared links when i leave',
    'how big can a picture be',
  ])('lets a problem, a request or code pass: %s', (text) => {
    expect(isChatter(text)).toBe(false);
  });

  it.each(['как настроить порт', 'wie kann ich den Port ändern', 'no puedo entrar', 'dónde está la opción'])(
    'leaves other languages to the model: %s',
    (text) => {
      expect(isChatter(text)).toBe(false);
    },
  );

  it.each([
    'this is great',
    'thanks a lot, that worked',
    'what a day',
    'good morning everyone',
    'see https://docs.example.com/setup?tab=1',
    'how are you doing',
    'when i was young i lived there',
    'my major is biology',
    'the weather is great here',
    'my brother lives in canada',
    'I love my job',
    'comment ça va',
    'merci beaucoup',
    'quelle bonne idée',
    'looool hahahaha',
    '👍',
    '',
  ])('drops chatter: %s', (text) => {
    expect(isChatter(text)).toBe(true);
  });

  it('drops nothing that asks Steward, stands in its thread or in a forum post, or has a file that it reads', () => {
    const text = 'thanks a lot';
    const location = message(1, {}).location;
    const thread = { id: '9', openedBySteward: false, ownerId: '1', inForum: false };
    const file = {
      id: '1',
      fileName: 'a.log',
      contentType: null,
      sizeBytes: 1,
      url: 'https://example.com/a.log',
    };
    expect(isDroppedUnread('heuristic', [message(1, { text })])).toBe(true);
    expect(isDroppedUnread('heuristic', [message(1, { text, location: { ...location, thread } })])).toBe(
      true,
    );
    for (const over of [
      { mentionsSteward: true },
      { location: { ...location, thread: { ...thread, openedBySteward: true } } },
      { location: { ...location, thread: { ...thread, inForum: true } } },
      { attachments: [file] },
    ])
      expect(isDroppedUnread('heuristic', [message(1, { text, ...over })])).toBe(false);
    const picture = { attachments: [{ ...file, fileName: 'meme.png', contentType: 'image/png' }] };
    expect(isDroppedUnread('heuristic', [message(1, { text, ...picture })])).toBe(true);
    expect(isDroppedUnread('heuristic', [message(1, { text, ...picture })], true)).toBe(false);
    expect(isDroppedUnread('model', [message(1, { text })])).toBe(false);
    expect(isDroppedUnread('off', [message(1, { text })])).toBe(false);
  });

  it('takes time in proportion to the text', () => {
    for (const part of [
      '<@',
      'https://',
      'wondering ',
      '```',
      'hi ',
      'is there a ',
      "don't ",
      'the my ',
      'the a a ',
      'my x ',
    ]) {
      expect(processorMilliseconds(() => isChatter(part.repeat(50_000)))).toBeLessThan(2_000);
    }
  });
});

it.each([
  'do students get a discount',
  'do we get the new version for free',
  'i want my money back',
  'why did you take my money',
  'is it free for schools',
  'is it still open today',
  'who can i talk to about this',
  'am i allowed to share it with my family',
  'how old do you have to be',
  'how long do i have to be a member',
])('a plain question without its mark is no chatter: %j', (text) => {
  expect(isChatter(text)).toBe(false);
});

it.each(['do you like pizza', 'why do you ask', 'am i the only one here', 'how old are you'])(
  'but small talk is: %j',
  (text) => {
    expect(isChatter(text)).toBe(true);
  },
);
