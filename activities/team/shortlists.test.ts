import { expect, it } from 'vitest';
import { entry, openIn, testFolder, testNow } from '../../test/support/storage/test-store.ts';
import { parseTopic } from '../../domain/team/qa-blocks.ts';
import type { RawEntry } from '../../domain/team/qa-pair.ts';
import type { QaId } from '../../domain/values/qa-id.ts';
import { capture, inStep, openSteps, type ShownDecision } from '../../test/support/steps/team-steps.ts';
import { classify } from './classify.ts';
import { integrate } from './integrate.ts';

/** Every pair belongs to one topic; one that says "No:" replaces the pair that asked the same. */
async function openTopic() {
  const shown: ShownDecision[] = [];
  const deps = openSteps({
    store: await openIn(testFolder()),
    decide: (decision) => {
      shown.push(decision);
      if (decision.decision !== 'IntegrationResult') return { skip: false, topic_name: 'limits' };
      const pairs = pairsIn(decision, 'topic');
      const [added] = pairsIn(decision, 'pair');
      const isSame = (id: QaId) =>
        pairs.some(({ qaId, turns }) => qaId === id && turns[0]?.text === added?.turns[0]?.text);
      const corrects = added?.turns[1]?.text.startsWith('No:') === true;
      return {
        skip: false,
        remove_ids: pairs.map(({ qaId }) => qaId).filter((id) => corrects && isSame(id)),
      };
    },
  });
  const said = async (at: number, question: string, answer: string): Promise<RawEntry> =>
    deps.library.appendRaw(
      {
        ...entry(at),
        turns: [
          { label: 'User', text: question },
          { label: 'Team', text: answer },
        ],
      },
      testNow,
    );
  const fill = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      const raw = await said(at, `What is the limit of thing${at}?`, `It is ${at}.`);
      await capture(deps, raw.qaId);
    }
  };
  return { deps, shown, said, fill };
}

const pairsIn = ({ sections }: ShownDecision, name: 'topic' | 'pair') =>
  parseTopic(sections.find((section) => section.name === name)?.text ?? '').pairs;

it('of a long topic, the twenty pairs that are likeliest to say the same are shown with a new one', async () => {
  const { deps, shown, said, fill } = await openTopic();
  await fill(40);
  await capture(deps, (await said(50, 'What is the limit of thing7?', 'No: it is 70.')).qaId);
  const integration = shown.findLast(({ decision }) => decision === 'IntegrationResult');
  const pairs = integration ? pairsIn(integration, 'topic') : [];
  expect(pairs).toHaveLength(20);
  expect(pairs.map(({ turns }) => turns[0]?.text)).toContain('What is the limit of thing7?');
  expect((await deps.library.topic(1, 'limits'))?.text).not.toContain('It is 7.\n');
});

it('of two captures on one topic that begin ten milliseconds apart, the later sees what the earlier has written', async () => {
  const { deps, said, fill } = await openTopic();
  await fill(30);
  const first = await said(50, 'May I raise the limit of the upload?', 'Yes, up to 10 MB.');
  const second = await said(51, 'May I raise the limit of the upload?', 'No: it stays at 5 MB.');
  const later = new Promise<void>((resolve) => {
    setTimeout(resolve, 10);
  });
  await Promise.all([capture(deps, first.qaId), later.then(() => capture(deps, second.qaId))]);
  const { text = '' } = (await deps.library.topic(1, 'limits')) ?? {};
  expect(text).toContain('No: it stays at 5 MB.');
  expect(text).not.toContain('Yes, up to 10 MB.');
});

it('a rebuild looks at the topics of its own generation', async () => {
  const { deps, shown, said, fill } = await openTopic();
  await fill(3);
  const generation = await deps.library.openGeneration('a rebuild');
  const raw = await said(50, 'What is the limit of thing1?', 'It is 1.');
  await inStep(async () => {
    const { topic } = await classify(deps, { qaId: raw.qaId, generation });
    await integrate(deps, { qaId: raw.qaId, topic, generation });
  });
  const classification = shown.findLast(({ decision }) => decision === 'ClassificationResult');
  const index = classification?.sections.find(({ name }) => name === 'index')?.text;
  expect(index).toBe('');
  expect((await deps.library.topic(generation, 'limits'))?.pairs.map(({ qaId }) => qaId)).toEqual([raw.qaId]);
});
