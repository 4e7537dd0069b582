import { expect, it } from 'vitest';
import { countStatements } from '../../test/support/storage/count-statements.ts';
import { capture, inStep, openSteps } from '../../test/support/steps/team-steps.ts';
import { entry, openIn, testFolder, testNow } from '../../test/support/storage/test-store.ts';
import type { RawEntry } from '../../domain/team/qa-pair.ts';
import { beginRegeneration, regenerateEntries } from './regeneration.ts';

const run = { firstRunId: 'first' };

/** A store in which twelve pairs of one topic were captured, one after the other. */
async function openCaptured() {
  const deps = openSteps({
    store: await openIn(testFolder()),
    decide: ({ decision }) =>
      decision === 'ClassificationResult'
        ? { skip: false, topic_name: 'gpu' }
        : { skip: false, remove_ids: [] },
  });
  const captureEntry = async (at: number) =>
    capture(deps, (await deps.library.appendRaw(entry(at), testNow)).qaId);
  for (let at = 0; at < 12; at += 1) await captureEntry(at);
  return { deps, captureEntry };
}

/** What some work costs the store. */
async function costOf(work: () => Promise<unknown>) {
  const counted = countStatements();
  await work();
  const { commits, statements } = counted.stop();
  return { commits, statements: statements.length };
}

it('an unchanged pair costs a rebuild one commit and at most 24 statements', async () => {
  const { deps } = await openCaptured();
  const { generation } = await inStep(() => beginRegeneration(deps, run));
  const settle = (limit: number) => async () => {
    const settled = () => regenerateEntries(deps, { ...run, generation, limit, milliseconds: 60_000 });
    expect(await inStep(settled)).toMatchObject({ done: limit, modelCalls: 0 });
  };
  await settle(4)();
  const [one, five] = [await costOf(settle(1)), await costOf(settle(5))];
  expect(five.commits - one.commits).toBe(4);
  expect((five.statements - one.statements) / 4).toBeLessThanOrEqual(24);
});

it('a capture costs at most 6 commits and 70 statements, its text files included', async () => {
  const { captureEntry } = await openCaptured();
  const { commits, statements } = await costOf(() => captureEntry(20));
  expect(commits).toBeLessThanOrEqual(6);
  expect(statements).toBeLessThanOrEqual(70);
});

it('a capture that comes behind a hundred later ones asks about those alone that are like it', async () => {
  const captured: string[] = [];
  const deps = openSteps({
    store: await openIn(testFolder()),
    decide: ({ decision, sections }) => {
      if (decision === 'ClassificationResult') return { skip: false, topic_name: 'gpu' };
      captured.push(sections.find(({ name }) => name === 'pair')?.text ?? '');
      return { skip: false, remove_ids: [] };
    },
  });
  const said = (at: number, subject: number): RawEntry => ({
    ...entry(at),
    turns: [
      { label: 'User', text: `What does setting${subject} do on machine${at}?` },
      { label: 'Team', text: `Part${subject}, for user${at}.` },
    ],
  });
  const append = async (raw: RawEntry) => (await deps.library.appendRaw(raw, testNow)).qaId;
  for (let at = 0; at < 130; at += 1) if (at !== 30) await capture(deps, await append(said(at, at % 50)));
  captured.length = 0;
  const late = await append(said(30, 30));
  const { commits, statements } = await costOf(() => capture(deps, late));
  expect(captured.filter((text) => text.includes('setting30'))).toHaveLength(captured.length);
  expect(captured).toHaveLength(2);
  expect(commits).toBeLessThanOrEqual(9);
  expect(statements).toBeLessThanOrEqual(90);
});
