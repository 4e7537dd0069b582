import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, it } from 'vitest';
import { invalidForm, refusals, refused } from '../../adapters/discord/emulator/rest/rest-request.ts';
import { dyingAt, openPosting } from '../../test/support/steps/posting.ts';
import { postReply } from './post-reply.ts';

const answered = { status: 'answered', reason: 'answered' };

describe('an answer', () => {
  it.each(['held', 'answered', 'unanswered', 'skipped', 'failed', 'removed'] as const)(
    'is not posted when its row is %s',
    async (status) => {
      const { discord, ask, post, textsIn, help } = await openPosting();
      const id = await ask({}, { status });
      const asked = discord.requests.length;
      expect(await post(id)).toEqual({ status, reason: 'answered' });
      expect([textsIn(help), textsIn(id)]).toEqual([[], []]);
      expect(discord.requests.length).toBe(asked);
    },
  );

  it('that says nothing is not posted', async () => {
    const { ask, post, textsIn, help } = await openPosting();
    const id = await ask({}, { post: null });
    expect(await post(id)).toEqual({ status: 'generated', reason: 'answered' });
    expect([textsIn(help), textsIn(id)]).toEqual([[], []]);
  });

  it('of which the row or the conversation is gone ends in a failure that is final', async () => {
    const { records, ask, post } = await openPosting();
    await expect(post('1234')).rejects.toMatchObject({ code: 'reply_record_gone' });
    const id = await ask();
    const without = { records: { ...records, snapshot: async () => null } };
    await expect(post(id, without)).rejects.toMatchObject({ code: 'reply_record_gone', kind: 'final' });
  });

  it('is left out when the team has answered meanwhile, and its row says so', async () => {
    const { discord, records, ask, post, textsIn, help } = await openPosting();
    const id = await ask();
    discord.say({ by: 'maya', team: true, text: 'Like this.', replyTo: id });
    expect(await post(id)).toEqual({ status: 'skipped', reason: 'team_answered' });
    expect(await records.replyRecord(id)).toMatchObject({ status: 'skipped', reason: 'team_answered' });
    expect([textsIn(help), textsIn(id)]).toEqual([[], []]);
  });

  it.each([
    ['its thread', 'thread', 0],
    ['a part in its thread', 'thread', 1],
    ['a part in the channel', 'reply', 1],
  ] as const)(
    'that has begun with %s is finished, although the team has answered meanwhile',
    async (_, style, died) => {
      const { discord, deps, records, ask, post, textsIn, help } = await openPosting();
      const id = await ask({}, { post: { style, title: 'How?', parts: ['So.', 'And so.'] } });
      const place = style === 'thread' ? id : help;
      await expect(post(id, dyingAt(deps, died))).rejects.toThrow('killed');
      discord.remove(discord.postsIn(place).at(-1)?.id ?? '');
      discord.forgetNonces();
      discord.say({ by: 'maya', team: true, text: 'Like this.', replyTo: id });
      expect(await post(id)).toEqual(answered);
      expect(textsIn(place)).toEqual(['So.', 'And so.']);
      expect(await records.replyRecord(id)).toMatchObject(answered);
    },
  );

  it.each(['thread', 0, 1] as const)('is there once when its step dies twice, at: %s', async (place) => {
    const { discord, deps, records, ask, post, textsIn } = await openPosting();
    const id = await ask();
    for (let death = 0; death < 2; death += 1) {
      await expect(post(id, dyingAt(deps, place))).rejects.toThrow('killed');
      discord.forgetNonces();
    }
    expect(await post(id)).toEqual(answered);
    expect(textsIn(id)).toEqual(['So.', 'And so.']);
    const posted = discord.postsIn(id).map((message) => message.id);
    expect((await records.replyRecord(id))?.postedMessageIds).toEqual(posted);
  });

  it('whose parts say the same is there as a whole', async () => {
    const { discord, deps, ask, post, textsIn } = await openPosting();
    const id = await ask({}, { post: { style: 'thread', title: 'How?', parts: ['So.', 'So.'] } });
    await expect(post(id, dyingAt(deps, 0))).rejects.toThrow('killed');
    discord.forgetNonces();
    await post(id);
    expect(textsIn(id)).toEqual(['So.', 'So.']);
  });

  it('in a thread that was opened for it takes no request to see what is there', async () => {
    const { discord, ask, post } = await openPosting();
    const id = await ask();
    await post(id);
    const read = discord.requests.filter(({ method, path }) => method === 'GET' && path.includes(`/${id}/m`));
    expect(read).toEqual([]);
  });

  it('of a step that is cancelled goes no further', async () => {
    const { deps, ask, textsIn } = await openPosting();
    const id = await ask();
    const step = new MockActivityEnvironment();
    const rememberPart: typeof deps.records.rememberPart = async (...given) => {
      await deps.records.rememberPart(...given);
      step.cancel();
    };
    const records = { ...deps.records, rememberPart };
    await expect(step.run(() => postReply({ ...deps, records }, { messageId: id }))).rejects.toMatchObject({
      name: 'CancelledFailure',
    });
    expect(textsIn(id)).toEqual(['So.']);
  });

  it('that people have to give is final once they were called, which is once', async () => {
    const { discord, records, ask, post, textsIn, help } = await openPosting({ when_unknown: 'hand_over' });
    const id = await ask({}, { reason: 'not_covered', post: { style: 'reply', title: '', parts: ['No.'] } });
    const rememberPostFor = () => Promise.reject(new Error('killed'));
    await expect(post(id, { records: { ...records, rememberPostFor } })).rejects.toThrow('killed');
    expect((await records.replyRecord(id))?.status).toBe('generated');
    discord.forgetNonces();
    expect(await post(id)).toEqual({ status: 'unanswered', reason: 'not_covered' });
    expect(textsIn(help)).toEqual([
      expect.stringMatching(/^No\.\n\n<@&\d+> .*\n> How\? <https:\/\/discord\.com\/.*>$/u),
    ]);
    expect((await records.replyRecord(id))?.status).toBe('unanswered');
  });

  it('takes no post of another answer for its own, even with the same words', async () => {
    const { ask, post, textsIn } = await openPosting();
    const first = await ask();
    const second = await ask();
    await post(first);
    const [third, fourth] = [await ask({ in: first }), await ask({ in: first })];
    for (const id of [third, fourth]) expect(await post(id)).toEqual(answered);
    expect(textsIn(first)).toEqual(['So.', 'And so.', 'So.', 'And so.', 'So.', 'And so.']);
    expect(await post(second)).toEqual(answered);
    expect(textsIn(second)).toEqual(['So.', 'And so.']);
  });

  it('where a channel has too many threads is posted as a reply, by each attempt', async () => {
    const { discord, deps, records, ask, post, textsIn, help } = await openPosting();
    const id = await ask();
    const tooMany = { status: 400, body: { code: 160_006, message: 'Maximum number of active threads' } };
    discord.fail('POST', /\/threads$/u, tooMany, 2);
    await expect(post(id, dyingAt(deps, 1))).rejects.toThrow('killed');
    discord.forgetNonces();
    expect(await post(id)).toEqual(answered);
    expect(textsIn(help)).toEqual(['So.', 'And so.']);
    expect((await records.replyRecord(id))?.post?.style).toBe('reply');
  });
});

describe('an answer of which Discord refuses a part takes the next simpler form:', () => {
  const titled = (title: string) =>
    ({ post: { style: 'thread', title, parts: ['So.', 'And so.'] } }) as const;

  it('a thread with a neutral name where its rules forbid the title', async () => {
    const { discord, deps, ask, post, textsIn } = await openPosting();
    discord.forbidInNames('casino');
    const id = await ask({}, titled('How do I set the port of the Casino?'));
    expect(await post(id)).toEqual(answered);
    expect(discord.world.threads.get(id)?.name).toBe(deps.texts.thread_title);
    expect(textsIn(id)).toEqual(['So.', 'And so.']);
  });

  it.each([
    ['AutoMod blocks every name', refused(400, 200_001, 'Title was blocked by automatic moderation')],
    ['it may open no thread', refusals.missingPermissions],
    ['Discord says no more', refusals.invalidForm],
  ])('a reply where %s', async (_, refusal) => {
    const { discord, records, ask, post, textsIn, help } = await openPosting();
    const id = await ask();
    discord.fail('POST', /\/threads$/u, refusal, 2);
    expect(await post(id)).toEqual(answered);
    expect(textsIn(help)).toEqual(['So.', 'And so.']);
    expect(discord.postsIn(help)[0]?.message_reference?.message_id).toBe(id);
    expect((await records.replyRecord(id))?.post?.style).toBe('reply');
  });

  it("a thread on another message of the question where the last one has gone since Steward's last look", async () => {
    const { discord, deps, records, ask, post, textsIn } = await openPosting();
    const first = discord.say({ by: 'anna', text: 'How do I' });
    const id = await ask();
    const snapshot = await records.snapshot(id);
    const before = await deps.chat.fetchMessage({
      channelId: first.channel_id,
      threadId: null,
      messageId: first.id,
    });
    if (!snapshot || !before) throw new Error('They were said.');
    const both = { ...records, snapshot: async () => ({ ...snapshot, batch: [before, ...snapshot.batch] }) };
    const openThread: typeof deps.chat.openThread = (thread) => {
      if (discord.world.threads.size === 0 && thread.messageId === id) discord.remove(id);
      return deps.chat.openThread(thread);
    };
    expect(await post(id, { records: both, chat: { ...deps.chat, openThread } })).toEqual(answered);
    expect(textsIn(first.id)).toEqual(['So.', 'And so.']);
  });

  it('a plain message where Discord refuses the reference, and one without buttons where it refuses those', async () => {
    const { discord, ask, post, help } = await openPosting();
    const id = await ask({}, { post: { style: 'reply', title: '', parts: ['So.'] } });
    discord.fail(
      'POST',
      /\/messages$/u,
      invalidForm('message_reference', 'REPLIES_CANNOT_REPLY_TO_SYSTEM_MESSAGE'),
    );
    discord.fail('POST', /\/messages$/u, invalidForm('components', 'BASE_TYPE_BAD_LENGTH'));
    expect(await post(id)).toEqual(answered);
    const [posted] = discord.postsIn(help);
    expect(posted).toMatchObject({ content: 'So.', components: [] });
    expect(posted?.message_reference).toBeUndefined();
  });

  it('a plain message where the message that it replies to is gone at this moment', async () => {
    const { discord, deps, ask, post, help } = await openPosting();
    const id = await ask({}, { post: { style: 'reply', title: '', parts: ['So.'] } });
    const vanishing: typeof deps.chat.post = (one) => {
      discord.remove(id);
      return deps.chat.post(one);
    };
    expect(await post(id, { chat: { ...deps.chat, post: vanishing } })).toEqual(answered);
    expect(discord.postsIn(help)[0]?.message_reference).toBeUndefined();
  });
});
