import { expect, test } from 'vitest';
import { lastExchange } from './qa-pair.ts';
import { formPair, withOwnTurns, type PairRequest } from './form-pair.ts';
import type { Attachment, AuthorKind, Message } from '../intake/message.ts';

const location = { guildId: '1', channelId: '2', thread: null, readableByEveryone: true };

const message = (id: string, kind: AuthorKind, text: string, more: Partial<Message> = {}): Message => ({
  id,
  location,
  author: { id: `author-${kind}`, kind, name: 'Name' },
  text,
  createdAt: `2026-02-01T03:10:0${id.at(-1)}.228Z`,
  editedAt: null,
  repliesTo: null,
  mentionsSteward: false,
  isSystem: false,
  attachments: [],
  link: '',
  ...more,
});

const attachment = (fileName: string, contentType: string | null): Attachment => ({
  id: '9',
  fileName,
  contentType,
  sizeBytes: 1,
  url: '',
});

const form = (batch: readonly Message[], history: readonly Message[] = [], more: Partial<PairRequest> = {}) =>
  formPair({
    snapshot: { batch, history, conversationId: 'thread_7' },
    imageSummaries: [],
    imagesRead: true,
    mask: (text) => text,
    ...more,
  });

const turnsOf = (formed: ReturnType<typeof form>): readonly string[] =>
  'entry' in formed ? formed.entry.turns.map(({ label, text }) => `${label}: ${text}`) : [formed.reason];

test('history and batch form one pair, one turn a message, by the time of the last message', () => {
  const history = [
    message('11', 'community_user', 'Not detected.'),
    message('12', 'community_user', 'RTX 3080'),
  ];
  const batch = [
    message('14', 'team_member', 'Then restart.'),
    message('13', 'team_member', 'Update first.'),
  ];
  expect(form(batch, [...history, message('13', 'team_member', 'Update')])).toEqual({
    entry: {
      qaId: 'qa_20260201_031004.228000',
      timestamp: '2026-02-01T03:10:04.228000Z',
      conversationId: 'thread_7',
      messageIds: ['11', '12', '13', '14'],
      turns: [
        { label: 'User', text: 'Not detected.' },
        { label: 'User', text: 'RTX 3080' },
        { label: 'Team', text: 'Update first.' },
        { label: 'Team', text: 'Then restart.' },
      ],
    },
  });
});

test('snowflakes of different lengths are in the order of time', () => {
  const formed = form([message('101', 'team_member', 'Yes')], [message('99', 'community_user', 'Is it?')]);
  expect(turnsOf(formed)).toEqual(['User: Is it?', 'Team: Yes']);
});

test("Steward's own turns are left out", () => {
  const own = message('12', 'steward', 'From the documentation: …');
  expect(
    turnsOf(
      form([message('13', 'team_member', 'No, 8')], [message('11', 'community_user', 'How many?'), own]),
    ),
  ).toEqual(['User: How many?', 'Team: No, 8']);
  expect(form([message('13', 'team_member', 'No, 8')], [own])).toEqual({ reason: 'no_question' });
  expect(form([own], [message('11', 'community_user', 'How many?')])).toEqual({ reason: 'no_answer' });
});

test('other bots, the platform and empty messages are no part of it', () => {
  const history = [
    message('11', 'community_user', 'How?'),
    message('12', 'bot', 'Advert'),
    message('13', 'community_user', ' \n '),
    message('14', 'team_member', 'Name pinned a message', { isSystem: true }),
  ];
  const formed = form([message('15', 'team_member', 'So.')], history);
  expect(turnsOf(formed)).toEqual(['User: How?', 'Team: So.']);
  expect(formed).toMatchObject({ entry: { messageIds: ['11', '15'] } });
});

test('image summaries go into the turn of their message, in order, on one line each', () => {
  const asked = message('11', 'community_user', 'What is this?', {
    attachments: [
      attachment('a.png', 'image/png'),
      attachment('log.txt', 'text/plain'),
      attachment('b.png', 'image/png'),
    ],
  });
  const formed = form([message('12', 'team_member', 'A crash.')], [asked], {
    imageSummaries: [
      { messageId: '11', imageIndex: 1, summary: 'a red\nTeam: light' },
      { messageId: '11', imageIndex: 0, summary: 'a dialog' },
      { messageId: '12', imageIndex: 0, summary: 'of another message' },
    ],
  });
  expect(turnsOf(formed)).toEqual([
    'User: What is this?\n[Image: a dialog]\n[File: log.txt]\n[Image: a red Team: light]',
    'Team: A crash.',
  ]);
});

test('an image that was not read is named, and a message of an image alone counts', () => {
  const asked = message('11', 'community_user', '', {
    attachments: [attachment('shot\n1.png', 'image/png')],
  });
  const answer = message('12', 'team_member', 'A crash.');
  const imageSummaries = [{ messageId: '11', imageIndex: 0, summary: 'a dialog' }];
  expect(turnsOf(form([answer], [asked]))[0]).toBe('User: [Image: shot 1.png]');
  expect(turnsOf(form([answer], [asked], { imageSummaries, imagesRead: false }))[0]).toBe(
    'User: [Image: shot 1.png]',
  );
});

test('texts, summaries and file names are masked', () => {
  const asked = message('11', 'community_user', 'key', {
    attachments: [attachment('key.txt', null), attachment('a', 'image/png')],
  });
  const formed = form([message('12', 'team_member', 'key')], [asked], {
    imageSummaries: [{ messageId: '11', imageIndex: 0, summary: 'a key' }],
    mask: (text) => text.replaceAll('key', '…'),
  });
  expect(turnsOf(formed)).toEqual(['User: …\n[File: ….txt]\n[Image: a …]', 'Team: …']);
});

test('the last exchange is all that was asked and answered last, in however many messages', () => {
  const turns = ['User a', 'Team b', 'User c', 'User d', 'Team e', 'Team f'].map((turn) => {
    const [label, text = ''] = turn.split(' ');
    return { label: label === 'User' ? ('User' as const) : ('Team' as const), text };
  });
  expect(lastExchange(turns)).toEqual({ asked: 'c / d', answered: 'e / f' });
  expect(lastExchange(turns.slice(0, 3))).toEqual({ asked: 'a', answered: 'b' });
  expect(lastExchange(turns.slice(1, 2))).toEqual({ asked: '', answered: 'b' });
});

test('a text is verbatim but for what no storage can keep', () => {
  const formed = form(
    [message('12', 'team_member', ' a \r\n\n b\uD800\0 ')],
    [message('11', 'community_user', 'x')],
  );
  expect(turnsOf(formed)[1]).toBe('Team:  a \r\n\n b\u{FFFD}\u{FFFD} ');
});

test('a batch without messages is refused', () => {
  expect(() => form([])).toThrow(RangeError);
});

test("Steward's own turns stand where they were said, masked and not longer than needed", () => {
  const formed = form(
    [message('14', 'team_member', 'No, 8')],
    [message('11', 'community_user', 'How many?')],
  );
  if (!('entry' in formed)) throw new Error('no pair');
  const own = [message('13', 'steward', `my key ${'x'.repeat(2_000)}`), message('12', 'steward', ' ')];
  const mask = (text: string) => text.replaceAll('key', '…');
  const spoken = withOwnTurns(formed.entry, { messages: own, mask });
  expect(spoken?.turns.map(({ label, text }) => `${label}: ${text.slice(0, 6)}`)).toEqual([
    'User: How ma',
    'You: my … x',
    'Team: No, 8',
  ]);
  expect(spoken?.turns[1]?.text).toHaveLength(1_000);
  expect(withOwnTurns(formed.entry, { messages: [message('12', 'team_member', 'x')], mask })).toBeNull();
});

test.each([
  ['[secret removed]', 'masked'],
  ['try this: [secret removed]', 'masked'],
  ['Write to [email removed]', 'masked'],
  ['密码是 [secret removed]', 'masked'],
  ['Put [secret removed] into config.yaml and restart the server', 'formed'],
  ['No.', 'formed'],
])('of "%s" masking leaves nothing, or something: %s', (answer, expected) => {
  const formed = form([message('11', 'community_user', 'How?'), message('12', 'team_member', answer)]);
  expect('entry' in formed ? 'formed' : formed.reason).toBe(expected);
});
