import { expect, it } from 'vitest';
import { countStatements } from './support/count-statements.ts';
import { agreeable } from './support/provider/agreeable.ts';
import { startScriptedModel } from './support/provider/scripted-model.ts';
import { openTestSteward } from './support/steward.ts';

it('a reply costs the store at most 12 commits and 40 statements, from the message to the end of its run', async () => {
  const steward = await openTestSteward({ model: await startScriptedModel(agreeable) });
  await steward.work(['all']);
  await steward.indexDocuments();
  // Some things are done once in a minute, or once in a process.
  await steward.say({ by: 'ben', text: 'Which port is it?' });
  await steward.settle();
  const counted = countStatements();
  await steward.say({ by: 'anna', text: 'How do I set the port?' });
  await steward.settle();
  const { commits, statements } = counted.stop();
  console.log(commits, statements.map((s) => s.slice(0, 150)).join('\n'));
  expect(steward.posts()).toHaveLength(2);
  expect(commits).toBeLessThanOrEqual(12);
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(40);
});
