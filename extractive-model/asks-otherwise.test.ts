import { expect, it } from 'vitest';
import { qaIdFromTimestamp } from '../domain/values/qa-id.ts';
import { asksOtherwise } from './asks-otherwise.ts';
import { knownPair } from './pairs.ts';

const timestamp = '2026-02-01T03:00:00Z';
const pair = (asked: string, said: string) =>
  knownPair({
    qaId: qaIdFromTimestamp(timestamp),
    timestamp,
    turns: [
      { label: 'User', text: asked },
      { label: 'Team', text: said },
    ],
  });

it.each([
  [
    'the opposite',
    'how do I remove a colleague?',
    'how do I invite a colleague?',
    'Settings, Members, Invite.',
  ],
  ['the other direction', 'how long does a deposit take?', 'how long does a withdrawal take?', 'Two days.'],
  ['another thing of its kind', 'does it run on iOS?', 'does it run on Android?', 'Since 4.2.'],
  ['another name', 'how do I connect Mixpanel?', 'how do I connect Zapier?', 'Integrations, Connect.'],
  [
    'another thing in its place',
    'how is a board sorted?',
    'how is a list sorted?',
    'By its date, the newest first.',
  ],
  ['the way round', 'how do I turn notes into tasks?', 'how do I turn tasks into notes?', 'Menu, Convert.'],
  ['a reason, not a way', 'why are boards archived?', 'how can I archive boards?', 'Board menu, Archive.'],
  ['a name with a sign', 'is there a client in C#?', 'is there a client in C++?', 'On our site.'],
])('a question about %s asks otherwise', (_what, question, asked, said) => {
  expect(asksOtherwise(question, pair(asked, said))).toBe(true);
});

it.each([
  ['other words', 'how do I get a coworker in here?', 'how do I invite a colleague?', 'Settings, Invite.'],
  ['another name of the same thing', 'my mail address changed', 'can I change my email?', 'Yes, Profile.'],
  ['both sides', 'invite or remove a colleague?', 'how do I invite a colleague?', 'Settings, Members.'],
  ['what the answer names', 'does it run on iOS?', 'does it run on Android?', 'Yes, and on iOS.'],
  ['the same thing in its place', 'how do I add a coworker?', 'how do I add a teammate?', 'Settings.'],
  [
    'a place that the answer names',
    'how is a board sorted?',
    'how is a list sorted?',
    'Boards and lists by date.',
  ],
  ['an amount put otherwise', 'how large may a video be?', 'what is the limit of a video?', '2 GB.'],
  ['a name for context', 'it crashes on my Pixel', 'why does it crash?', 'Update to 4.3.'],
])('a question with %s does not', (_what, question, asked, said) => {
  expect(asksOtherwise(question, pair(asked, said))).toBe(false);
});
