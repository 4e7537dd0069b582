import { expect, it } from 'vitest';
import type { Message } from '../../domain/intake/message.ts';
import type { ReplyRecordStatus } from '../../domain/reply/reply-record-status.ts';
import { author, message, repliesTo } from '../../test/support/values/messages.ts';
import type { DiscordDeps } from '../deps.ts';
import { pointedAt } from './pointed-at.ts';

const question = message(10, { text: 'How do I rotate the signing key?' });
const detail = message(30, { text: '3.2 on Ubuntu' });
const other = message(40, { text: 'Which databases does the export work with?' });
const [ben, tina] = [author('ben'), author('tina', 'team_member')];
const says = (id: number, text: string, over: Partial<Message> = {}) =>
  message(id, { author: tina, text, ...over });
const toQuestion = { repliesTo: repliesTo(question.id, question.author) };

/** What became of the question: nothing was claimed, it was ignored, it is being looked up, or its reply ended. */
type Fate = 'unhandled' | 'ignored' | 'looked up' | ReplyRecordStatus;

/** The texts that a bare mention after these messages is about. */
async function about(earlier: readonly Message[], fate: Fate = 'ignored'): Promise<readonly string[]> {
  const call = message(60, { text: '@steward', mentionsSteward: true });
  const routed = (messageId: string) => {
    if (messageId !== question.id || fate === 'ignored')
      return { messageId, state: 'ignored', reason: 'chatter' };
    if (fate === 'unhandled') return { messageId, state: 'unhandled' };
    return { messageId, state: 'handed_over', owner: 'run', snapshotId: question.id, route: 'reply' };
  };
  const deps = {
    chat: { fetchAround: async () => earlier },
    config: {
      ai_response: { llm_enable_image: false },
      discord: { message_grouping_window_seconds: 300 },
    },
    records: {
      routingOf: async (ids: readonly string[]) => ids.map(routed),
      replyRecord: async () => (fate === 'looked up' ? null : { status: fate }),
      snapshot: async () => ({ batch: [question] }),
    },
  };
  return (await pointedAt(deps as unknown as DiscordDeps, [call])).map(({ text }) => text);
}

it.each([
  ['the team has answered', [question, says(20, 'Run rotate-key.')]],
  ['somebody has replied', [question, message(20, { author: ben, text: 'Run rotate-key.', ...toQuestion })]],
  [
    'somebody has replied, and thanks followed',
    [question, says(20, 'Run it.', toQuestion), message(30, { text: 'thanks!' })],
  ],
])('nothing is open: %s', async (_, earlier) => {
  expect(await about(earlier)).toEqual([]);
});

it.each([
  ['the team has answered', [question, says(20, 'Run rotate-key.'), other]],
  ['somebody has replied', [question, message(20, { author: ben, text: 'Run it.', ...toQuestion }), other]],
])('a later question is open alone: %s', async (_, earlier) => {
  expect(await about(earlier)).toEqual([other.text]);
});

it('what Steward is about to look up, or looks up, is not asked again', async () => {
  expect(await about([question, detail], 'unhandled')).toEqual([]);
  expect(await about([question, other], 'looked up')).toEqual([]);
});

it('what Steward found no answer to is asked again, with a detail that followed', async () => {
  expect(await about([question, detail], 'unanswered')).toEqual([question.text, detail.text]);
});

it('after an answer of Steward only what followed counts', async () => {
  expect(await about([question, other], 'answered')).toEqual([other.text]);
});
