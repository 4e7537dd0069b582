import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import type { GapResults } from '../../workflows/contract/operations.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import type { Script } from '../support/provider/scripted-provider.ts';
import { kill, openTestSteward, quickTimings, type TestSteward } from '../support/steward.ts';

/** Answers nothing until the documents cover it, and files by the question's last word. Hangs once at the second filing. */
function hangingOnce() {
  let filings = 0;
  const hung = Promise.withResolvers<void>();
  const script: Script = (call) => {
    const text = (name: string) => call.sections.find((section) => section.name === name)?.text ?? '';
    if (call.decision === 'GapResult') {
      filings += 1;
      if (filings === 2) {
        hung.resolve();
        return 'hang';
      }
      return { gap_name: /(\w+)\?$/u.exec(text('question'))?.[1] ?? 'other', kind: 'uncovered' };
    }
    if (call.decision === 'LLMSelectionResult')
      return { selected_source_ids: text('index').includes('kb:refunds.md') ? ['kb:refunds.md'] : [] };
    return agreeable(call);
  };
  return { script, hung: hung.promise };
}

async function runGaps({ client, config }: TestSteward): Promise<GapResults> {
  const run = await startOnce(client, startsOf(config.temporal.task_queue).gap({ timings: quickTimings }));
  return waitForResult<GapResults>({ client, ...run });
}

it('files questions once through a kill, and closes a gap when the documents answer its questions', async () => {
  const { script, hung } = hangingOnce();
  const model = await startScriptedModel(script);
  const steward = await openTestSteward({ model, files: { 'guide.md': '# Guide\n\nHow to set a theme.' } });
  const first = await steward.spawnWorker();
  await steward.indexDocuments();
  await steward.say({ by: 'anna', text: 'How can I get refunds?' });
  await steward.say({ by: 'ben', text: 'Do you give any refunds?' });
  await steward.say({ by: 'cleo', text: 'Can you export my invoices?' });
  await steward.settle();
  const { records } = steward.storage;
  const running = runGaps(steward);
  await hung;
  await kill(first);
  const second = await steward.spawnWorker();
  expect(await running).toMatchObject({ askedAgain: 0, failed: 0 });
  const filed = async () =>
    (await records.gaps()).map(({ name, state, askers, questions }) => [
      name,
      state,
      askers,
      questions.length,
    ]);
  expect(await filed()).toEqual([
    ['refunds', 'open', 2, 2],
    ['invoices', 'open', 1, 1],
  ]);
  // The one that hung was asked for twice, the others once.
  expect(model.callsOf('GapResult')).toBe(4);
  expect(await runGaps(steward)).toEqual({ filed: 0, modelCalls: 0, askedAgain: 0, answered: 0, failed: 0 });

  const posts = steward.posts();
  const written = join(steward.config.kb.sources_dir, 'refunds.md');
  await writeFile(written, '# Refunds\n\nYou can get refunds within 14 days: we give any back.');
  await steward.indexDocuments();
  expect(await runGaps(steward)).toMatchObject({ filed: 0, askedAgain: 2, answered: 2 });
  expect(await filed()).toEqual([
    ['refunds', 'closed', 2, 2],
    ['invoices', 'open', 1, 1],
  ]);
  expect(steward.posts()).toEqual(posts);
  const used = await records.usageSince('2026-01-01');
  expect(used.map(({ operation }) => operation)).toContain('gaps');
  await kill(second);
});
