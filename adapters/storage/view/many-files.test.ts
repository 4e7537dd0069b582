import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { formatTopic } from '../../../domain/team/qa-blocks.ts';
import type { Storage } from '../open-storage.ts';
import { capture, topicFile } from '../../../test/support/storage/printed-view.ts';
import { openIn, pair, testFolder, writeText } from '../../../test/support/storage/test-store.ts';

const better = pair(200, {
  turns: [
    { label: 'User', text: 'Question 200' },
    { label: 'Team', text: 'Better' },
  ],
});
const edited = formatTopic([better]);

describe('a view of hundreds of topics', () => {
  /** A store that takes in so many files that it looks at them once a second. */
  async function openMany() {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const folder = testFolder();
    for (let at = 100; at < 420; at += 1)
      writeText(topicFile(folder, `topic-${at}`), formatTopic([pair(at)]));
    const storage = await openIn(folder);
    await storage.library.topics(1);
    return { folder, storage };
  }
  const answerIn = async ({ library }: Storage, slug: string) =>
    (await library.topic(1, slug))?.pairs[0]?.turns[1]?.text;

  it('takes in an edit within a second', async () => {
    const { folder, storage } = await openMany();
    writeText(topicFile(folder, 'topic-200'), edited);
    vi.advanceTimersByTime(1_000);
    expect(await answerIn(storage, 'topic-200')).toBe('Better');
  });

  it('never prints over an edit that it has not seen yet', async () => {
    const { folder, storage } = await openMany();
    writeText(topicFile(folder, 'topic-200'), edited);
    expect(await answerIn(storage, 'topic-200')).toBe('Answer 200');
    await capture(storage, 500, 'topic-200');
    const printed = readFileSync(topicFile(folder, 'topic-200'), 'utf8');
    expect(printed).toBe(formatTopic([better, pair(500)]));
    expect(await answerIn(storage, 'topic-200')).toBe('Better');
  });
});
