import { expect, it } from 'vitest';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { openTestSteward, type TestSteward } from '../support/steward.ts';
import type { Script } from '../support/provider/scripted-provider.ts';

const covered = /\bport\b/iu;

/** Like a provider whose documents cover ports and nothing else. */
const portsAlone: Script = (call) => {
  const question = call.sections.find(({ name }) => name === 'question')?.text ?? '';
  return call.decision === 'LLMSelectionResult' && !covered.test(question)
    ? { look_for: '', selected_source_ids: [] }
    : agreeable(call);
};

async function openWithDocuments(
  channels: Readonly<Record<string, object>> = { help: {} },
): Promise<TestSteward> {
  const model = await startScriptedModel(portsAlone);
  const steward = await openTestSteward({ model, channels });
  await steward.work(['all']);
  await steward.indexDocuments();
  return steward;
}

/** The texts of the batch that a call was answered with, without the call. */
async function pointedAt(steward: TestSteward, call = '@steward can you help?'): Promise<readonly string[]> {
  const { id } = await steward.say({ by: 'anna', text: call });
  await steward.settle();
  const snapshot = await steward.storage.records.snapshot(id);
  return (snapshot?.batch ?? []).filter((message) => message.id !== id).map(({ text }) => text);
}

it('a call for help is about the last question without an answer, not about those before it', async () => {
  const steward = await openWithDocuments();
  for (const text of ['How do I rotate the signing key?', 'Which databases does the export work with?']) {
    await steward.say({ by: 'anna', text });
    await steward.settle();
  }
  expect(await pointedAt(steward)).toEqual(['Which databases does the export work with?']);
  // Called again, it is still about that question.
  expect(await pointedAt(steward)).toContain('Which databases does the export work with?');
});

it('a call for help is about nothing that a person has answered', async () => {
  const steward = await openWithDocuments();
  for (const [at, reply] of [true, false].entries()) {
    const by = `member${at}`;
    const asked = await steward.say({ by, text: 'How do I rotate the signing key?' });
    await steward.settle();
    await steward.say({
      by: 'tom',
      team: true,
      text: 'Run rotate-key on the server.',
      ...(reply && { replyTo: asked.id }),
    });
    await steward.settle();
    const { id } = await steward.say({ by, text: '@steward' });
    await steward.settle();
    const snapshot = await steward.storage.records.snapshot(id);
    expect(snapshot?.batch.map((message) => message.id)).toEqual([id]);
  }
});

it('in a channel of mentions, a call is about the open question alone, and is no part of it', async () => {
  const steward = await openWithDocuments({ help: { mode: 'mention' } });
  const answered = await steward.say({ by: 'anna', text: 'How do I rotate the signing key?' });
  const answer = { by: 'tom', team: true, text: 'Run rotate-key on the server.', replyTo: answered.id };
  await steward.say(answer);
  await steward.say({ by: 'anna', text: 'Which databases does the export work with?' });
  await steward.settle();
  expect(await pointedAt(steward)).toEqual(['Which databases does the export work with?']);
  const [record] = await steward.storage.records.replyRecordsWhere({ limit: 1 });
  expect(record?.question).toBe('Which databases does the export work with?');
});
