import { expect, it } from 'vitest';
import { countStatements } from '../support/storage/count-statements.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { openTestSteward } from '../support/steward.ts';

it('a reply costs the store at most 12 commits from its message on, and 44 statements from its claim on', async () => {
  const steward = await openTestSteward({ model: await startScriptedModel(agreeable) });
  await steward.work(['all']);
  await steward.indexDocuments();
  // Some things are done once a minute, or once a process.
  await steward.say({ by: 'ben', text: 'Which port is it?' });
  await steward.settle();
  const counted = countStatements();
  await steward.say({ by: 'anna', text: 'How do I set the port?' });
  await steward.settle();
  const { commits, statements } = counted.stop();
  const claimed = statements.findLastIndex((sql) => sql.includes('from "handled_messages"'));
  const ofReply = statements.slice(claimed);
  expect(steward.posts()).toHaveLength(2);
  expect(claimed).toBeGreaterThan(0);
  expect(ofReply.filter((sql) => sql.includes('into "model_usage"'))).toHaveLength(4);
  expect(commits).toBeLessThanOrEqual(12);
  expect(ofReply.length).toBeLessThanOrEqual(44);
});
