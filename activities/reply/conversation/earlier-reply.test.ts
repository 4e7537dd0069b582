import { expect, it } from 'vitest';
import { author, message, replyRecord } from '../../../test/support/values/messages.ts';
import { findEarlierReply } from './read-conversation.ts';

it('Steward does not ask back twice in a row, but again once it has answered', async () => {
  const ends = {
    back: { answer: 'Which system?', answerType: 'clarifying' },
    answer: { answer: 'Port 8080.', answerType: 'answer' },
    silence: { answer: null, answerType: null },
  } as const;
  const hasAskedBack = async (...rows: readonly (keyof typeof ends)[]): Promise<boolean> => {
    const history = rows.map((_, at) => message(at, { author: author('steward', 'steward') }));
    const records = {
      replyRecord: async () => null,
      replyRecordOfPost: async (id: string) =>
        replyRecord(id, ends[rows[history.findIndex((post) => post.id === id)] ?? 'silence']),
    };
    return (await findEarlierReply(records, { history })).hasAskedBack;
  };
  expect(await hasAskedBack('answer', 'back')).toBe(true);
  expect(await hasAskedBack('back', 'silence')).toBe(true);
  expect(await hasAskedBack('back', 'answer')).toBe(false);
  expect(await hasAskedBack()).toBe(false);
});
