import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { openTestSteward } from '../support/steward.ts';
import { guide } from '../support/discord/scene.ts';

const markers = {
  member: 'xylophone',
  team: 'marimba',
  document: 'glockenspiel',
  answer: 'vibraphone',
  broken: 'celesta',
} as const;

it("puts no member's, team's, document's or answer's text into a history or a log line", async () => {
  const lines: string[] = [];
  const log = pino(
    { level: 'trace' },
    new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk));
        done();
      },
    }),
  );
  const model = await startScriptedModel((call) => {
    if (call.decision === 'LLMGenerationResult') {
      return { answer: `Use the ${markers.answer}.`, citations: [{ source_id: 'kb:guide.md', qa_ids: [] }] };
    }
    return agreeable(call);
  });
  const files = { 'guide.md': `${guide}\nThe ${markers.document} is loud.\n` };
  const steward = await openTestSteward({ model, log, files });
  await steward.work(['all']);
  await steward.indexDocuments();
  const question = await steward.say({ by: 'anna', text: `How do I tune the ${markers.member}?` });
  await steward.settle();
  await steward.say({ by: 'maya', team: true, text: `With a ${markers.team}.`, replyTo: question.id });
  await steward.settle();
  // Malformed on purpose: an error's message is the way out that is easily forgotten.
  model.follow(() => ({ text: markers.broken }));
  await steward.say({ by: 'ben', text: `@steward How loud is a ${markers.member}?` });
  await steward.settle();

  const { client, config } = steward;
  const kept: string[] = [];
  for await (const run of client.workflow.list({ query: `TaskQueue = '${config.temporal.task_queue}'` })) {
    const history = await client.workflow.getHandle(run.workflowId, run.runId).fetchHistory();
    kept.push(decoded(history));
  }
  expect(kept.length).toBeGreaterThanOrEqual(7);
  for (const marker of Object.values(markers)) {
    expect(kept.filter((text) => text.includes(marker))).toEqual([]);
    expect(lines.filter((line) => line.includes(marker))).toEqual([]);
  }
  expect(lines.some((line) => line.includes('qa_pair_captured'))).toBe(true);
});

/** A history with its payloads readable. */
const decoded = (history: unknown): string =>
  JSON.stringify(history, (_, value: unknown) =>
    value instanceof Uint8Array
      ? Buffer.from(value).toString('utf8')
      : typeof value === 'bigint'
        ? String(value)
        : value,
  );
