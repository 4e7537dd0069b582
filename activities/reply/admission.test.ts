import { describe, expect, it } from 'vitest';
import { author, message, thread } from '../../test/support/values/messages.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import { configSchema } from '../../config/schema.ts';
import {
  askSnapshot,
  evaluator,
  httpAsker,
  httpKeyId,
  outsideGuilds,
} from '../../domain/intake/ask-snapshot.ts';
import type { AdmissionRequest } from '../../domain/ports/reply-records.ts';
import type { ReplyDeps } from '../deps.ts';
import { admit, refuseShort } from './admission.ts';

const judge = (text: string, over: Partial<Snapshot> = {}, readsImages = false) =>
  refuseShort(
    {
      batch: [message(9, { text })],
      history: [],
      author: author('anna'),
      location: message(9).location,
      askedDirectly: false,
      ...over,
    },
    readsImages,
  );

describe('the two-word rule', () => {
  it.each(['logs?', 'npm cache?'])('is too short to look up: %s', (text) => {
    expect(judge(text)).toBe('too_short');
  });

  it('is long enough behind a longer question of the same member', () => {
    const earlier = message(1, { text: 'how do I set the port of the server?' });
    expect(judge('and logs?', { history: [earlier] })).toBeNull();
    expect(judge('and logs?', { history: [{ ...earlier, author: author('ben') }] })).toBe('too_short');
  });

  it("does not hold in Steward's threads and in forum posts", () => {
    expect(judge('on windows', { location: thread() })).toBeNull();
    const post = thread({ openedBySteward: false, inForum: true });
    expect(judge('on windows', { location: post })).toBeNull();
    expect(judge('on windows', { location: thread({ openedBySteward: false }) })).toBe('too_short');
  });

  it('is long enough with a file that Steward reads', () => {
    const attached = (fileName: string, contentType: string) =>
      [
        message(9, {
          text: 'npm logs?',
          attachments: [{ id: '1', fileName, contentType, sizeBytes: 9, url: '' }],
        }),
      ] as const;
    expect(judge('', { batch: attached('out.log', 'text/plain') })).toBeNull();
    expect(judge('', { batch: attached('mod.zip', 'application/zip') })).toBe('too_short');
    expect(judge('', { batch: attached('a.png', 'image/png') })).toBe('too_short');
    expect(judge('', { batch: attached('a.png', 'image/png') }, true)).toBeNull();
  });

  it('needs one word of a member who asks directly', () => {
    expect(judge('@steward port?', { askedDirectly: true })).toBeNull();
    expect(judge('@steward ?', { askedDirectly: true })).toBe('too_short');
  });

  it.each(['how do I rotate logs?', 'ポートを変更するには？', 'how do I rotate logs'])(
    'goes on: %s',
    (text) => {
      expect(judge(text)).toBeNull();
    },
  );
});

it('a moderator on the page and a visitor of a web page have the limits of members; operators and keys have their own', async () => {
  const page_key = 'a-key-of-the-documentation';
  const config = configSchema.parse({});
  const limited = async (by: Parameters<typeof askSnapshot>[0]['author']) => {
    const asked: AdmissionRequest[] = [];
    const records = {
      publishableKeys: async () => [{ key: page_key, questionsPerDay: 7 }],
      admit: async (request: AdmissionRequest) => {
        asked.push(request);
        return { outcome: 'admitted' };
      },
    };
    const now = () => new Date();
    const given = {
      requestId: '1',
      question: 'How do I set the port?',
      now: now(),
      ...(by && { author: by }),
      location: {
        guildId: outsideGuilds,
        channelId: by?.id.slice(0, 17) ?? 'ask',
        thread: null,
        readableByEveryone: false,
      },
    };
    await admit({ records, config, now, channelFor: () => null } as unknown as ReplyDeps, askSnapshot(given));
    if (asked[0]?.isDirect !== true) return false;
    expect(asked[0].limits).toMatchObject(config.budget);
    return asked[0].limits?.direct_per_key_per_day ?? true;
  };
  const [key, visitor] = ['http-0123456789ab', '0123456789ab'];
  expect(await limited(author('123456789012345678'))).toBe(true);
  expect(await limited(httpAsker(key, visitor))).toBe(true);
  expect(await limited(httpAsker(httpKeyId(page_key), visitor))).toBe(7);
  expect(await limited(httpAsker(key, null))).toBe(false);
  expect(await limited(evaluator)).toBe(false);
  expect(await limited(undefined)).toBe(false);
});
