import { describe, expect, it } from 'vitest';
import type { ReplyRecord } from './reply-record.ts';
import {
  answersBehind,
  confirmedCandidate,
  mayBeRecalled,
  standsAlone,
  type EarlierAnswer,
  type RecallContext,
} from './recall.ts';
import type { Snapshot } from '../intake/snapshot.ts';
import { recallDecision } from '../../test/support/values/decisions.ts';
import { replyRecord, message } from '../../test/support/values/messages.ts';

const vote = (userId: string, over: Partial<EarlierAnswer['votes'][number]> = {}) => ({
  messageId: '1000',
  userId,
  helpful: true,
  byTeam: false,
  ...over,
});
const approved = [vote('maya', { byTeam: true })];
const visitors = ['0', '1', '2'].map((n) => vote(`http-0123456789ab-00000000000${n}`));
const members = ['ben', 'cleo', 'dan'].map((userId) => vote(userId));
const row = (over: Partial<ReplyRecord> = {}) => replyRecord('1000', { status: 'answered', ...over });
const used = { sourceId: 'kb:a.md', contentHash: 'as it was' };
const earlier = (over: Partial<EarlierAnswer> = {}): EarlierAnswer => ({
  record: row(),
  language: 'eng',
  sources: [used],
  votes: approved,
  ...over,
});
const context: RecallContext = {
  now: new Date('2026-03-01T00:00:00.000Z'),
  sources: [used],
};

describe('an earlier answer may be given again', () => {
  it.each<[string, Partial<EarlierAnswer>, Partial<RecallContext>]>([
    ['once one of the team approved it', {}, {}],
    ['once three members other than the asker found it helpful', { votes: members }, {}],
    ['whatever members say against it', { votes: [...approved, vote('ben', { helpful: false })] }, {}],
    ['in another language', { language: 'fra' }, {}],
    ['for 90 days', {}, { now: new Date('2026-05-02T00:00:00.000Z') }],
  ])('%s', (_, over, when) => {
    expect(mayBeRecalled(earlier(over), { ...context, ...when })).toBe(true);
  });
});

describe('an earlier answer may not be given again', () => {
  it.each<[string, Partial<EarlierAnswer>, Partial<RecallContext>]>([
    ['before anyone approved it', { votes: [] }, {}],
    ['when two members found it helpful', { votes: members.slice(1) }, {}],
    ['when the asker is one of the three', { votes: [...members.slice(1), vote('anna')] }, {}],
    ['when the three are visitors of a page', { votes: visitors }, {}],
    ['when one of three did not', { votes: [...members.slice(1), vote('ben', { helpful: false })] }, {}],
    [
      'when one of the team voted it down',
      { votes: [...approved, vote('tom', { byTeam: true, helpful: false })] },
      {},
    ],
    ['after 90 days', {}, { now: new Date('2026-05-02T00:00:00.001Z') }],
    ['when a source has changed', {}, { sources: [{ ...used, contentHash: 'as it is' }] }],
    ['when a source is gone', { sources: [used, { ...used, sourceId: 'team:a.txt' }] }, {}],
    ['when nothing tells what it was written from', { sources: [] }, {}],
    ['when it was taken away', { record: row({ status: 'removed' }) }, {}],
    ['when it was never posted', { record: row({ status: 'held' }) }, {}],
    ['when it was recalled itself', { record: row({ reason: 'recalled' }) }, {}],
  ])('%s', (_, over, when) => {
    expect(mayBeRecalled(earlier(over), { ...context, ...when })).toBe(false);
  });
});

const confirmed = recallDecision('1000');

describe('what the model says of a candidate', () => {
  it('counts when it has confirmed all eight checks', () => {
    expect(confirmedCandidate(confirmed)).toBe('1000');
  });

  const checks = Object.keys(confirmed).filter((key) => key !== 'candidate');
  it.each(checks)('does not count when %s differ or are missing', (check) => {
    expect(confirmedCandidate({ ...confirmed, [check]: false })).toBeNull();
    expect(confirmedCandidate({ ...confirmed, [check]: null })).toBeNull();
  });

  it('holds eight checks', () => {
    expect(checks).toHaveLength(8);
  });
});

describe('a question', () => {
  const asked = message(1);
  const snapshot: Snapshot = {
    id: asked.id,
    route: 'reply',
    location: asked.location,
    author: asked.author,
    askedDirectly: false,
    batch: [asked],
    history: [],
    others: [],
    conversationId: 'reply_1',
    correctsAnswerTo: null,
  };
  const attachment = {
    id: '1',
    fileName: 'screen.png',
    url: 'https://a.example/1',
    contentType: 'image/png',
  };

  it('stands alone when its words are all there is', () => {
    expect(standsAlone(snapshot, null)).toBe(true);
  });

  it.each<[string, Partial<Snapshot>, ReplyRecord | null]>([
    ['after an answer of Steward', {}, row()],
    ['that was changed', { revises: '1000' }, null],
    ['with a file', { batch: [{ ...asked, attachments: [{ ...attachment, sizeBytes: 1 }] }] }, null],
  ])('does not stand alone %s', (_, over, last) => {
    expect(standsAlone({ ...snapshot, ...over }, last)).toBe(false);
  });
});

it('what is said of a recalled answer is said of the first one, too', () => {
  const decisions = [{ decision: 'RecallDecision', value: confirmed }];
  expect(answersBehind(replyRecord('2000', { reason: 'recalled', decisions }))).toEqual(['2000', '1000']);
  expect(answersBehind(replyRecord('2000', { decisions }))).toEqual(['2000']);
});
