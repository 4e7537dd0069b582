import { expect, it } from 'vitest';
import { newSnapshot, type Snapshot } from '../../domain/intake/snapshot.ts';
import { parseTopic } from '../../domain/team/qa-blocks.ts';
import { capture, inStep, openSteps, type ShownDecision } from '../../test/support/steps/team-steps.ts';
import { openIn, testFolder, entry as entryOf } from '../../test/support/storage/test-store.ts';
import { author, message, repliesTo, thread } from '../../test/support/values/messages.ts';
import type { LibraryDeps } from '../deps.ts';
import { classify } from './classify.ts';
import { integrate } from './integrate.ts';
import { appendRaw } from './append-raw.ts';

const maya = author('maya', 'team_member');
const steward = author('steward', 'steward');

/** A thread: a question, what Steward said, and what the team said to that. */
function corrected(at: number, words: readonly [asked: string, own: string, answer: string]): Snapshot {
  const location = thread({ id: String(9_000 + at) });
  const said = message(at + 1, { location, author: steward, text: words[1] });
  const answer = message(at + 2, {
    location,
    author: maya,
    text: words[2],
    repliesTo: repliesTo(said.id, steward),
  });
  return newSnapshot({
    id: answer.id,
    route: 'capture',
    batch: [answer],
    history: [message(at, { location, text: words[0] }), said],
    conversationId: `thread_${9_000 + at}`,
  });
}

const ownWords = 'It is 5 MB for every plan.';
const conversations = [
  corrected(0, ['How large may an upload be?', 'I do not know.', 'At most 5 MB.']),
  corrected(100, ['Is that the same for videos?', ownWords, 'No, it is 10 MB there.']),
];

/** A model that decides otherwise where it sees what Steward said: its own topic, and the older pair goes. */
const attentive = ({ decision, sections }: ShownDecision) => {
  const [pair] = parseTopic(sections.find(({ name }) => name === 'pair')?.text ?? '').pairs;
  const sees = pair?.turns.some(({ label }) => label === 'You') === true;
  if (decision === 'ClassificationResult') return { skip: false, topic_name: sees ? 'uploads' : 'videos' };
  const older = sections.find(({ name }) => name === 'topic')?.text ?? '';
  return { skip: false, remove_ids: sees ? parseTopic(older).pairs.map(({ qaId }) => qaId) : [] };
};

async function openArchive() {
  const folder = testFolder();
  const clock = { now: new Date('2026-02-04T12:00:00Z') };
  const asked: ShownDecision[] = [];
  const open = async (prompt?: string): Promise<LibraryDeps> => {
    const deps = openSteps({
      store: await openIn(folder, { now: () => clock.now }),
      now: () => clock.now,
      decide: (shown) => {
        asked.push(shown);
        return attentive(shown);
      },
    });
    if (prompt === undefined) return deps;
    const { config } = deps;
    return { ...deps, config: { ...config, kb: { ...config.kb, team_classification_prompt: prompt } } };
  };
  const deps = await open();
  for (const snapshot of conversations) {
    const claim = { owner: snapshot.id, messageIds: [snapshot.id], snapshot, reason: '' };
    await deps.records.claim(claim);
    const { qaId } = await inStep(() => appendRaw(deps, { snapshotId: snapshot.id }));
    if (qaId) await capture(deps, qaId);
  }
  const forgetSnapshots = async () => {
    clock.now = new Date('2026-04-04T12:00:00Z');
    for (const { id } of conversations) expect(await deps.records.snapshot(id)).toBeNull();
  };
  return { folder, deps, open, asked, forgetSnapshots };
}

const topicsOf = async ({ library }: LibraryDeps, generation: number) =>
  (await library.topics(generation)).map(({ slug, text }) => ({ slug, text }));

async function rebuild(deps: LibraryDeps): Promise<number> {
  const generation = await deps.library.openGeneration('test');
  for (const { qaId } of await deps.library.unsettled(generation)) {
    await inStep(async () => {
      const { topic } = await classify(deps, { qaId, generation });
      await integrate(deps, { qaId, topic, generation });
    });
  }
  return generation;
}

it('what Steward said stands in no archive and in no topic, and a model sees it as context', async () => {
  const { deps, asked } = await openArchive();
  const entries = await deps.library.rawEntries();
  expect(entries.map(({ turns }) => turns.map(({ label }) => label))).toEqual([
    ['User', 'Team'],
    ['User', 'Team'],
  ]);
  expect(entries.map(({ messageIds }) => messageIds)).toEqual([
    ['1000', '1002'],
    ['1100', '1102'],
  ]);
  expect(JSON.stringify(await topicsOf(deps, 1))).not.toContain(ownWords);
  const seen = asked.map(({ sections }) => sections.find(({ name }) => name === 'pair')?.text ?? '');
  expect(seen).toHaveLength(3);
  for (const text of seen.slice(1)) expect(text).toContain(`You: ${ownWords}\nTeam: No, it is 10 MB there.`);
});

it('a rebuild gives the same topics when the snapshots are gone, and asks nothing', async () => {
  const { deps, asked, forgetSnapshots } = await openArchive();
  const live = await topicsOf(deps, 1);
  expect(live.map(({ slug }) => slug)).toEqual(['uploads']);
  expect(live[0]?.text).not.toContain('At most 5 MB.');
  await forgetSnapshots();
  asked.length = 0;
  expect(await topicsOf(deps, await rebuild(deps))).toEqual(live);
  expect(asked).toEqual([]);
});

it('a changed prompt asks again, without what Steward said once the snapshots are gone', async () => {
  const { open, asked, forgetSnapshots } = await openArchive();
  await forgetSnapshots();
  asked.length = 0;
  const deps = await open('another prompt');
  expect((await topicsOf(deps, await rebuild(deps))).map(({ slug }) => slug)).toEqual(['videos']);
  expect(asked.map(({ decision }) => decision)).toContain('ClassificationResult');
  expect(JSON.stringify(asked)).not.toContain(ownWords);
});

it('turns of Steward that another program archived are context, and no topic holds them', async () => {
  const asked: ShownDecision[] = [];
  const store = await openIn(testFolder());
  const deps = openSteps({
    store,
    decide: (shown) => {
      asked.push(shown);
      return attentive(shown);
    },
  });
  const turns = [
    { label: 'User', text: 'How many?' },
    { label: 'You', text: ownWords },
    { label: 'Team', text: 'Eight.' },
  ] as const;
  const { qaId } = await deps.library.appendRaw({ ...entryOf(1), turns }, new Date());
  await capture(deps, qaId);
  expect(await deps.library.rawEntry(qaId)).toMatchObject({ turns });
  expect(JSON.stringify(asked)).toContain(ownWords);
  const [topic] = await deps.library.topics(1);
  expect(topic?.pairs[0]?.turns).toEqual([turns[0], turns[2]]);
});
