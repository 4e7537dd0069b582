import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { Attachment } from '../domain/intake/message.ts';
import { retryCapture } from '../adapters/temporal/runs/retry-capture.ts';
import { workflowIds } from '../workflows/contract/names.ts';
import { startFileServer, png, type FileServer, type ServedFile } from './support/file-server.ts';
import { agreeable, startScriptedModel, type Script } from './support/scripted-model.ts';
import { communityPath, openTestSteward, type TestSteward } from './support/steward.ts';

const seeing: Script = (call) =>
  call.decision === 'ImageSummaryResult'
    ? {
        summaries: call.sections
          .filter(({ name }) => name === 'image')
          .map(({ id }) => ({
            message_id: id?.split('/')[0] ?? '',
            image_index: Number(id?.split('/')[1]),
            summary: `Image ${id?.split('/')[1]} shows E042`,
          })),
      }
    : agreeable(call);

async function open({
  serve = () => png,
  reads = true,
}: {
  serve?: (path: string) => ServedFile;
  reads?: boolean;
}) {
  const files = await startFileServer(serve);
  const model = await startScriptedModel(seeing);
  const steward = await openTestSteward({
    model,
    settings: {
      ai_response: {
        llm: { model: 'scripted', base_url: model.baseUrl, max_retries: 0 },
        llm_enable_image: reads,
        attachment_hosts: [files.host],
        image_download_max_retries: 0,
      },
      pages: { allow_hosts: [files.host] },
    },
  });
  await steward.work(['all']);
  return { files, model, steward };
}

const attachment = (files: FileServer, name: string, contentType = 'image/png'): Omit<Attachment, 'id'> => ({
  fileName: name,
  contentType,
  sizeBytes: 70,
  url: files.url(`/${name}`),
});

const turns = async ({ storage }: TestSteward) =>
  (await storage.library.rawEntries()).flatMap((entry) => entry.turns.map(({ text }) => text));

/** A platform's links expire: what was kept is worth nothing, and fetching the message gives others. */
function renewLinks({ config }: TestSteward): void {
  const db = new DatabaseSync(communityPath(config), { timeout: 5_000 });
  db.exec("UPDATE messages SET attachments = replace(attachments, '/old', '/new')");
  db.close();
}

describe('a question with files', () => {
  it('goes to the model with its image and the ends of its log, and asks nothing without them', async () => {
    const log = Array.from({ length: 2_000 }, (_, at) => `line ${at}`).join('\n');
    const serve = (path: string): ServedFile =>
      path === '/server.log'
        ? { contentType: 'text/plain', bytes: `${log}\nkey sk-abcdefghijklmnopqrstuvwxyz123456` }
        : png;
    const { files, model, steward } = await open({ serve });
    await steward.indexDocuments();
    await steward.say({
      by: 'anna',
      text: 'What does this mean?',
      attachments: [attachment(files, 'screen.png'), attachment(files, 'server.log', 'text/plain')],
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
    const { files, model, steward } = await open({
      serve: (path) => {
        if (path.startsWith('/new')) return png;
        renewLinks(steward);
        return { status: 404 };
      },
    });
    await steward.indexDocuments();
    const asked = await steward.say({
      by: 'anna',
      text: 'What does this mean?',
      attachments: [attachment(files, 'old.png')],
    });
    await steward.settle();
    expect(files.asked).toEqual(['/old.png', '/new.png']);
    expect(model.callsOf('LLMGateDecision')).toBe(1);
    expect(await steward.storage.records.replyRecord(asked.id)).toMatchObject({ status: 'answered' });
  });

  it('gets no answer without its image, and no call is made', async () => {
    const { files, model, steward } = await open({ serve: () => ({ status: 404 }) });
    const asked = await steward.say({
      by: 'anna',
      text: 'What does this mean?',
      attachments: [attachment(files, 'screen.png')],
    });
    await steward.settle();
    expect(model.calls).toEqual([]);
    expect(steward.posts()).toEqual([]);
    expect(await steward.storage.records.replyRecord(asked.id)).toMatchObject({
      status: 'failed',
      reason: 'attachment_link_expired',
    });
  });
});

describe('a captured conversation with images', () => {
  async function capture({ files, steward }: Pick<Awaited<ReturnType<typeof open>>, 'files' | 'steward'>) {
    const asked = await steward.say({
      by: 'ben',
      text: 'good morning',
      attachments: [attachment(files, 'first.png'), attachment(files, 'second.png')],
    });
    await steward.settle();
    const answer = await steward.say({
      by: 'maya',
      role: 'team',
      text: 'Update the driver.',
      replyTo: asked.id,
    });
    await steward.settle();
    return answer;
  }

  it('has what they show in the turn of their message, in order, and a Reset asks no second time', async () => {
    const { files, model, steward } = await open({});
    model.follow((call) => (call.decision === 'ClassificationResult' ? { status: 401 } : seeing(call)));
    const answer = await capture({ files, steward });
    expect(await turns(steward)).toEqual([
      'good morning\n[Image: Image 0 shows E042]\n[Image: Image 1 shows E042]',
      'Update the driver.',
    ]);
    model.follow(seeing);
    const { client } = steward;
    const { workflowId } = await retryCapture({ client, workflowId: workflowIds.capture(answer.id) });
    expect(await client.workflow.getHandle(workflowId).result()).toMatchObject({ outcome: 'integrated' });
    expect(model.callsOf('ImageSummaryResult')).toBe(1);
    expect(await turns(steward)).toHaveLength(2);
  });

  it('is kept as text that names them while images are off', async () => {
    const { files, model, steward } = await open({ reads: false });
    await capture({ files, steward });
    expect((await turns(steward))[0]).toBe('good morning\n[Image: first.png]\n[Image: second.png]');
    expect([files.asked, model.callsOf('ImageSummaryResult')]).toEqual([[], 0]);
  });

  it('is Failed, with nothing written, when one cannot be had', async () => {
    const { files, steward } = await open({
      serve: () => ({ contentType: 'text/html', bytes: '<p>no</p>' }),
    });
    await capture({ files, steward });
    expect(steward.events.at(-1)).toMatchObject({ event: 'failed' });
    expect(await turns(steward)).toEqual([]);
  });
});
