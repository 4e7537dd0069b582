import { describe, expect, it } from 'vitest';
import type { GivenFile } from '../support/emulator/files.ts';
import { refused } from '../../adapters/discord/emulator/rest/rest-request.ts';
import { retryCapture } from '../../adapters/temporal/runs/captures.ts';
import { textsOf } from '../../config/schema/texts.ts';
import { workflowIds } from '../../workflows/contract/names.ts';
import { makeDocx, makePdf, paragraph } from '../support/pages/make-documents.ts';
import { png } from '../support/values/png.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { openTestSteward, type TestSteward } from '../support/steward.ts';

async function open({ reads = true }: { reads?: boolean } = {}) {
  const model = await startScriptedModel(agreeable);
  const steward = await openTestSteward({
    model,
    settings: {
      ai_response: {
        llm: { model: 'scripted', base_url: model.baseUrl, max_retries: 0 },
        llm_enable_image: reads,
        attachment_hosts: ['127.0.0.1'],
        image_download_max_retries: 0,
      },
      pages: { allow_hosts: ['127.0.0.1'] },
    },
  });
  await steward.work(['all']);
  return { model, steward };
}

const image = (name: string): GivenFile => ({ name, ...png });

const filePath = /^\/attachments\//u;
const gone = refused(404, 0, 'This content is no longer available.');

const asked = ({ discord }: TestSteward) =>
  discord.requests.flatMap(({ path }) => (filePath.test(path) ? [path.split('/').at(-1)] : []));

const turns = async ({ storage }: TestSteward) =>
  (await storage.library.rawEntries()).flatMap((entry) => entry.turns.map(({ text }) => text));

describe('a file that Steward does not read', () => {
  it('leads to no model call: unasked it is left, and asked directly one fixed sentence comes, as often as the share allows', async () => {
    const model = await startScriptedModel(agreeable);
    const settings = { budget: { requests_per_member_per_hour: 2 } };
    const steward = await openTestSteward({ model, settings });
    await steward.work(['all']);
    await steward.indexDocuments();
    const calls = model.calls.length;
    const bytes = Buffer.from('no words');
    const files = [
      { name: 'meme.png', ...png },
      { name: 'voice-message.ogg', contentType: 'audio/ogg', bytes },
      { name: 'clip.mp4', contentType: 'video/mp4', bytes },
      { name: 'mod.zip', contentType: 'application/zip', bytes },
    ];
    for (const [at, file] of files.entries()) {
      const { id } = await steward.say({ by: `member ${at}`, text: '', files: [file] });
      await steward.settle();
      expect(await steward.storage.records.routingOf([id])).toMatchObject([{ reason: 'unread_file' }]);
    }
    for (let at = 0; at < 3; at += 1) {
      const { id } = await steward.say({ by: 'anna', text: '@steward', files: files.slice(1, 2) });
      await steward.settle();
      expect(await steward.storage.records.replyRecord(id)).toMatchObject({
        status: 'skipped',
        reason: 'unread_file',
      });
    }
    const { unread_file: sentence } = textsOf('en');
    expect(steward.posts()).toEqual([sentence, sentence]);
    expect(model.calls).toHaveLength(calls);
  });
});

describe('a question with files', () => {
  it('is asked with the words of its PDF and DOCX, and with the names of files that cannot be read', async () => {
    const { model, steward } = await open();
    await steward.indexDocuments();
    const broken = Buffer.from('%PDF-1.7 and nothing else');
    const files = [
      { name: 'manual.pdf', bytes: makePdf([['Turn the blue valve.']]) },
      { name: 'notes.docx', bytes: makeDocx(paragraph('The valve leaks.')) },
      { name: 'broken.pdf', bytes: broken },
      { name: 'all.zip', bytes: broken },
    ].map((file) => ({ ...file, bytes: Buffer.from(file.bytes), contentType: 'application/octet-stream' }));
    await steward.say({ by: 'anna', text: 'Which valve is it?', files });
    await steward.settle();
    const generation = model.calls.find(({ decision }) => decision === 'LLMGenerationResult');
    const question = generation?.text('question') ?? '';
    expect(question).toContain('[attachment: manual.pdf]\nTurn the blue valve.');
    expect(question).toContain('[attachment: notes.docx]\nThe valve leaks.');
    expect(question).toContain('[attachment: broken.pdf, not read]\n[attachment: all.zip, not read]');
  });

  it('goes to the model with its image and the ends of its log, and asks nothing without them', async () => {
    const log = Array.from({ length: 2_000 }, (_, at) => `line ${at}`).join('\n');
    const { model, steward } = await open();
    await steward.indexDocuments();
    await steward.say({
      by: 'anna',
      text: 'What does this mean?',
      files: [
        image('screen.png'),
        {
          name: 'server.log',
          contentType: 'text/plain',
          bytes: Buffer.from(`${log}\nkey sk-abcdefghijklmnopqrstuvwxyz123456`),
        },
      ],
    });
    await steward.settle();
    const generation = model.calls.find(({ decision }) => decision === 'LLMGenerationResult');
    expect(generation?.images).toEqual([`data:image/png;base64,${png.bytes.toString('base64')}`]);
    const question = generation?.text('question') ?? '';
    expect(question).toMatch(/^What does this mean\?\n\[attachment: server\.log\]\nline 0\n/u);
    expect(question).toMatch(/lines left out …\]\n[^]*line 1999\nkey \[secret removed\]$/u);
    expect(steward.events).toMatchObject([{ event: 'reply', outcome: 'answered' }]);
  });

  it('whose link has expired is fetched again with a fresh one', async () => {
    const { model, steward } = await open();
    const { discord } = steward;
    await steward.indexDocuments();
    discord.fail('GET', filePath, { slowMilliseconds: 500 });
    const question = await steward.say({
      by: 'anna',
      text: 'What does this mean?',
      files: [image('screen.png')],
    });
    await discord.until(() => asked(steward).length === 1, 'the image is asked for');
    discord.expireLinks();
    await steward.settle();
    expect(asked(steward)).toEqual(['screen.png', 'screen.png']);
    expect(model.callsOf('LLMGateDecision')).toBe(1);
    expect(await steward.storage.records.replyRecord(question.id)).toMatchObject({ status: 'answered' });
  });

  it('gets no answer without its image, and no call is made', async () => {
    const { model, steward } = await open();
    steward.discord.fail('GET', filePath, gone, 10);
    const question = await steward.say({
      by: 'anna',
      text: 'What does this mean?',
      files: [image('screen.png')],
    });
    await steward.settle();
    expect(model.calls).toEqual([]);
    expect(steward.posts()).toEqual([]);
    expect(await steward.storage.records.replyRecord(question.id)).toMatchObject({
      status: 'failed',
      reason: 'attachment_link_expired',
    });
  });
});

describe('a captured conversation with images', () => {
  async function capture(steward: TestSteward) {
    const question = await steward.say({
      by: 'ben',
      text: 'good morning',
      files: [image('first.png'), image('second.png')],
    });
    await steward.settle();
    const answer = await steward.say({
      by: 'maya',
      team: true,
      text: 'Update the driver.',
      replyTo: question.id,
    });
    await steward.settle();
    return answer;
  }

  it('has what they show in the turn of their message, in order, and a Reset asks no second time', async () => {
    const { model, steward } = await open();
    model.follow((call) => (call.decision === 'ClassificationResult' ? { status: 401 } : agreeable(call)));
    const answer = await capture(steward);
    expect(await turns(steward)).toEqual([
      'good morning\n[Image: Image 0 shows E042]\n[Image: Image 1 shows E042]',
      'Update the driver.',
    ]);
    model.follow(agreeable);
    const { client } = steward;
    const { workflowId } = await retryCapture({
      ...steward,
      workflowId: workflowIds(steward.config.temporal.task_queue).capture(answer.id),
    });
    expect(await client.workflow.getHandle(workflowId).result()).toMatchObject({ outcome: 'integrated' });
    expect(model.callsOf('ImageSummaryResult')).toBe(1);
    expect(await turns(steward)).toHaveLength(2);
  });

  it('is kept as text that names them while images are off', async () => {
    const { model, steward } = await open({ reads: false });
    await capture(steward);
    expect((await turns(steward))[0]).toBe('good morning\n[Image: first.png]\n[Image: second.png]');
    expect([asked(steward), model.callsOf('ImageSummaryResult')]).toEqual([[], 0]);
  });

  it('is Failed, with nothing written, when one cannot be had', async () => {
    const { steward } = await open();
    const page = { status: 200, body: Buffer.from('<p>no</p>'), headers: { 'content-type': 'text/html' } };
    steward.discord.fail('GET', filePath, page, 20);
    await capture(steward);
    expect(steward.events.at(-1)).toMatchObject({ event: 'failed' });
    expect(await turns(steward)).toEqual([]);
  });
});
