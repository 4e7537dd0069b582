import { expect, it } from 'vitest';
import { replyRecord } from '../../../test/support/values/messages.ts';
import { prepareFolder } from '../../../test/support/storage/prepare-folder.ts';

const names = ['ports', 'refunds'] as const;

it('a draft marks an open gap as drafted, and a dismissed one stays dismissed', async () => {
  const steward = await prepareFolder(async ({ records }) => {
    for (const [at, name] of names.entries()) {
      const messageId = String(11 + at);
      await records.insertReplyRecord(
        replyRecord(messageId, { status: 'unanswered', reason: 'not_covered', question: `How ${name}?` }),
      );
      const askedAt = new Date().toISOString();
      await records.fileQuestion({ messageId, name, kind: 'uncovered', retrieved: null, askedAt });
    }
    await records.resolveGap({ gapId: '12', resolution: 'dismissed', now: new Date() });
  });
  for (const name of names) expect(steward('gaps', '--draft', name)).toMatchObject({ status: 0 });
  const gaps = steward('gaps', '--all', '--json').lines.map((line) => JSON.parse(line) as object);
  expect(gaps).toContainEqual(expect.objectContaining({ name: 'ports', state: 'drafted' }));
  expect(gaps).toContainEqual(expect.objectContaining({ name: 'refunds', state: 'dismissed' }));
});
