import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { configSchema } from '../../../config/schema.ts';
import { qaIdFromTimestamp } from '../../../domain/values/qa-id.ts';
import { silentLog } from '../../../test/support/run-workers.ts';
import { addPair } from '../../../test/support/storage/add-pair.ts';
import { testFolder, writeText } from '../../../test/support/storage/test-store.ts';
import { rehearsedEnd, rehearsedQuestion } from '../../../test/support/values/rehearsed.ts';
import { openStore } from '../../wiring/open-adapters.ts';
import { readQuestions } from './read-questions.ts';
import { writeCases } from './write-cases.ts';

/** A store with a pair about the message 1001, and the command's options and files. */
async function opened() {
  const folder = testFolder();
  mkdirSync(join(folder, 'data'));
  const config = { storage: { data_dir: join(folder, 'data') }, temporal: { task_queue: 'write-cases' } };
  writeText(join(folder, 'config.yaml'), JSON.stringify(config));
  const storage = await openStore(configSchema.parse(config), { log: silentLog });
  onTestFinished(() => storage.close());
  const timestamp = '2026-02-01T00:00:00Z';
  const pair = {
    qaId: qaIdFromTimestamp(timestamp),
    timestamp,
    turns: [
      { label: 'User' as const, text: 'How do I set the port?' },
      { label: 'Team' as const, text: 'With the key port.' },
    ],
  };
  await storage.library.appendRaw(
    { ...pair, conversationId: 'reply_1001', messageIds: ['1001', '1002'] },
    new Date(timestamp),
  );
  await addPair(storage.library, pair, { slug: 'ports' });
  return { ...storage, file: join(folder, 'cases.yaml'), config: join(folder, 'config.yaml') };
}

it('verdicts on the last rehearsal become questions that eval reads, where they say what is expected', async () => {
  const { records, file, config } = await opened();
  const answers = [
    { at: 1, judged: 'wrong' },
    { at: 3, judged: 'wrong' },
    { at: 5, judged: 'right' },
    { at: 7, judged: 'silence' },
    { at: 9, judged: null },
  ] as const;
  for (const { at, judged } of answers) {
    const question = rehearsedQuestion(at, { text: `Question ${at}?` });
    await records.saveRehearsed(question);
    await records.endRehearsed(question.id, rehearsedEnd());
    if (judged) await records.judgeRehearsed(question.id, judged);
  }
  await writeCases({ config, fromRehearsal: file });
  expect(readQuestions(file)).toEqual([
    { question: 'Question 1?', expected: ['team:ports.txt'] },
    { question: 'Question 5?', expected: ['kb:guide.md'] },
    { question: 'Question 7?', expected: [] },
  ]);
});

it('what the team answered becomes questions', async () => {
  const { file, config } = await opened();
  await writeCases({ config, fromVotes: file });
  expect(readQuestions(file)).toEqual([{ question: 'How do I set the port?', expected: ['team:ports.txt'] }]);
  await expect(writeCases({ config, fromRehearsal: file })).rejects.toThrow('Nobody has said yet');
});
