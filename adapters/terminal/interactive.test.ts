import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import type { Message } from '../../domain/intake/message.ts';
import { PortError } from '../../domain/ports/errors.ts';
import { startInteractive } from './interactive.ts';
import { createRenderer } from './render.ts';
import { openTestCommunity } from './test/open-test-community.ts';
import { screenOf } from './test/screen.ts';

const columns = 40;

function start({
  terminal = true,
  messageSeen = async () => null,
}: { readonly terminal?: boolean; readonly messageSeen?: (message: Message) => Promise<null> } = {}) {
  const community = openTestCommunity();
  const input = new PassThrough();
  const output = Object.assign(new PassThrough({ encoding: 'utf8' }), { columns });
  let written = '';
  output.on('data', (chunk) => (written += String(chunk)));
  const seen: Message[] = [];
  const session = startInteractive({
    community,
    intake: {
      messageSeen(message) {
        seen.push(message);
        return messageSeen(message);
      },
    },
    renderer: createRenderer({ colors: false, threadTitle: () => 'T' }),
    outside: {
      learned: async () => ['two pairs', 'with \u001b[2J in it'],
      sources: async () => [],
      regenerate: () =>
        Promise.reject(
          new PortError({ kind: 'final', code: 'regeneration_running', message: 'A rebuild runs.' }),
        ),
    },
    input,
    output,
    terminal,
    names: { member: 'anna', team: 'maya' },
  });
  onTestFinished(() => session.stop());
  const screen = () => screenOf(written, columns);
  /** The line that the person types in, with what is typed. */
  const promptShows = async (text: string) => {
    await expect.poll(() => screen().findLast((line) => line !== '')).toBe(text.trimEnd());
  };
  const type = (text: string) => input.write(text);
  const post = (text: string) =>
    community.post({ channelId: 'help', threadId: null, replyToMessageId: null, text, nonce: text });
  return { community, session, input, seen, screen, promptShows, type, post, written: () => written };
}

test('a line is said by the member and handed to the intake', async () => {
  const { type, seen, promptShows, community } = start();
  await promptShows('#help anna>');
  type('How do I …?\r');
  await expect.poll(() => seen).toHaveLength(1);
  expect(seen[0]).toEqual(community.messageFor(seen[0]?.id ?? ''));
  expect(seen[0]).toMatchObject({ text: 'How do I …?', author: { name: 'anna', kind: 'community_user' } });
});

test('the prompt says who speaks where, and as what', async () => {
  const { type, promptShows, seen, post, screen } = start();
  type('/team\r');
  await promptShows('#help maya (team)>');
  type('/member ben\r');
  await promptShows('#help ben>');
  type('Is it so?\r');
  await expect.poll(() => seen).toHaveLength(1);
  await post('Yes.');
  await expect.poll(screen).toContain('  Yes.');
  await promptShows('#help ben>');
  type('/reply\r');
  await promptShows('#help ben to Steward>');
  type('Thanks.\r');
  await promptShows('#help ben>');
  expect(seen[1]?.repliesTo?.authorKind).toBe('steward');
  type('/channel dev\r');
  await promptShows('#dev ben>');
});

test('a person goes into a thread of the list, speaks there and leaves it', async () => {
  const { type, promptShows, seen, community, screen } = start();
  type('First question?\r');
  await expect.poll(() => seen).toHaveLength(1);
  community.threadOf(seen[0]?.id ?? '');
  type('/threads\r');
  await expect.poll(screen).toContain('1  First question?');
  type('/thread 1\r');
  await promptShows('#help > First question? anna>');
  type('More.\r');
  await expect.poll(() => seen[1]?.location.thread?.id).toBe(seen[0]?.id);
  type('/thread off\r');
  await promptShows('#help anna>');
});

test('/ask mentions Steward', async () => {
  const { type, seen } = start();
  type('/ask How?\r');
  await expect.poll(() => seen[0]?.mentionsSteward).toBe(true);
});

test('a post appears above what is half typed, which goes on', async () => {
  const { type, post, screen, promptShows, seen } = start();
  type('half a questi');
  await post('A post.');
  await expect.poll(screen).toEqual(['#help Steward', '  A post.', '#help anna> half a questi']);
  type('on\r');
  await expect.poll(() => seen[0]?.text).toBe('half a question');
  await promptShows('#help anna>');
});

test('a post above a line that takes several rows overwrites nothing', async () => {
  const { type, post, screen } = start();
  const long = 'x'.repeat(60);
  for (const char of long) type(char);
  await post('One.');
  await expect.poll(screen).toContain('  One.');
  await post('Two.');
  const prompt = `#help anna> ${long}`;
  await expect
    .poll(screen)
    .toEqual([
      '#help Steward',
      '  One.',
      '#help Steward',
      '  Two.',
      prompt.slice(0, columns),
      prompt.slice(columns),
    ]);
});

test("nobody's text controls the terminal", async () => {
  const { type, post, written, screen } = start();
  await post('a\u001b[2Jb');
  type('/learned\r');
  await expect.poll(screen).toContain('with ␛[2J in it');
  await expect.poll(screen).toContain('  a␛[2Jb');
  expect(written()).not.toContain('\u001b[2J');
});

test('what the wiring gives is shown, nothing is said so, and a failure is its own sentence', async () => {
  const { type, screen } = start();
  type('/learned\r/sources\r/regenerate\r');
  await expect.poll(screen).toEqual(expect.arrayContaining(['two pairs', 'Nothing yet.', 'A rebuild runs.']));
});

test('an intake that fails is told, and the session goes on', async () => {
  const fail = () =>
    Promise.reject(
      new PortError({
        kind: 'transient',
        code: 'temporal_call_failed',
        message: 'Temporal does not answer.',
      }),
    );
  const { type, screen, promptShows, seen } = start({ messageSeen: fail });
  type('How?\r');
  await expect.poll(screen).toContain('Temporal does not answer.');
  await promptShows('#help anna>');
  type('And now?\r');
  await expect.poll(() => seen).toHaveLength(2);
});

test('a mistake is told and says nothing in the community', async () => {
  const { type, screen, seen } = start();
  type('/thread 7\r/reply 9\r/nonsense\r');
  await expect.poll(() => screen().join('')).toContain('/nonsense is no command');
  expect(screen().join('')).toContain('#help has no threads.');
  expect(seen).toEqual([]);
});

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
  ['/quit', '/quit\r'],
])('%s ends the session and leaves the cursor on a fresh line', async (_, keys) => {
  const { type, session, written } = start();
  type(keys);
  await session.ended;
  expect(written().endsWith('\n')).toBe(true);
});

test('lines that are piped in are all said before it ends, and shown without a prompt', async () => {
  const { input, session, seen, screen } = start({ terminal: false });
  input.end('One?\n/learned\nTwo?');
  await session.ended;
  expect(seen.map(({ text }) => text)).toEqual(['One?', 'Two?']);
  expect(screen()).toEqual(expect.arrayContaining(['#help anna', '  One?', 'two pairs', '  Two?']));
  expect(screen().join('')).not.toContain('anna>');
});
