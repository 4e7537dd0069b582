import { describe, expect, it } from 'vitest';
import type { RawEntry, Turn } from '../team/qa-pair.ts';
import { qaIdFromTimestamp } from '../values/qa-id.ts';
import type { AskedQuestion } from './asked-question.ts';
import { openQuestions } from './open-questions.ts';

const question = (text: string, over: Partial<AskedQuestion> = {}): AskedQuestion => ({
  messageId: '10',
  question: text,
  createdAt: '2026-02-01T10:00:00.000Z',
  reason: 'not_covered',
  authorId: 'anna',
  channelId: '20',
  link: null,
  ...over,
});

const captured = (at: string, user: string, messageIds: readonly string[] = ['90', '91']): RawEntry => {
  const turns: readonly Turn[] = [
    { label: 'User', text: user },
    { label: 'Team', text: 'Like this.' },
  ];
  return { qaId: qaIdFromTimestamp(at), timestamp: at, turns, conversationId: 'reply_90', messageIds };
};

const before = '2026-02-01T09:00:00Z';
const after = '2026-02-01T11:00:00Z';
const port = question('@steward how do I set the port?');

describe('a question', () => {
  it.each([
    '@steward thanks, that helped!',
    '@steward',
    'good morning all',
    'you are a useless piece of garbage',
    'lol nice one',
  ])('is not %j', (text) => {
    expect(openQuestions([question(text)], [])).toEqual([]);
  });

  it.each(['How do I set the port?', 'Error: Cannot find module foo', '怎么设置端口'])('is %j', (text) => {
    expect(openQuestions([question(text)], [])).toHaveLength(1);
  });

  it('is answered once it stands in a conversation that was captured, whatever was said there', () => {
    expect(openQuestions([port], [captured(before, 'Something else', ['9', '10'])])).toEqual([]);
  });

  it('is answered when the team has answered the same question of another member since', () => {
    expect(openQuestions([port], [captured(after, 'Can someone help me setting the port')])).toEqual([]);
  });

  it('is answered when its author asked again and got an answer of Steward, in whatever words around it', () => {
    const later = { createdAt: '2026-02-01T10:05:00.000Z', authorId: 'anna' };
    const again = { ...later, question: `${port.question}\n@steward can you help?` };
    expect(openQuestions([port], [], [again])).toEqual([]);
    expect(openQuestions([port], [], [{ ...later, question: 'setting the port' }])).toEqual([]);
    const others = [
      { ...again, authorId: 'ben' },
      { ...again, createdAt: before },
      { ...later, question: 'The theme?' },
    ];
    expect(openQuestions([port], [], others)).toEqual([port]);
  });

  it('stays open when the team answered that before, another question, or nobody knows', () => {
    const others = [
      captured(before, 'How do I set the port?'),
      captured(after, 'How do I delete my account?'),
    ];
    expect(openQuestions([port], [...others, captured(after, '[forgotten]')])).toEqual([port]);
  });
});
