import { expect, it } from 'vitest';
import type { Metrics } from '../../domain/operations/metrics.ts';
import { openIn, testFolder } from '../../test/support/storage/test-store.ts';
import { replyRecord } from '../../test/support/values/messages.ts';
import { measureRecords } from './measure-records.ts';

/** `name label=value … value`, one for each record. */
async function opened() {
  const recorded: string[] = [];
  const metrics: Metrics = {
    record: (name, labels, value) =>
      void recorded.push(
        [name, ...Object.entries(labels).map(([label, text]) => `${label}=${String(text)}`), value].join(' '),
      ),
  };
  const { records } = await openIn(testFolder());
  return { records: measureRecords(records, metrics), recorded };
}

const row = replyRecord('1', {
  status: 'answered',
  nodeTimes: [{ node: 'gate', milliseconds: 1_500 }],
  moderation: [
    { type: 'manipulation', rule: 'ignore_instructions', count: 2 },
    { type: 'email', rule: 'email', count: 1 },
  ],
  decisions: [
    { decision: 'LLMSelectionResult', value: { look_for: '', selected_source_ids: ['kb:a.md', 'kb:b.md'] } },
    {
      decision: 'LLMVerificationResult',
      value: { is_good_enough: false, issues: ['x'], suggested_fix: null },
    },
    { decision: 'LLMVerificationResult', value: { is_good_enough: true, issues: [], suggested_fix: null } },
  ],
});

it('a row is counted when it is written, and not when the step runs again', async () => {
  const { records, recorded } = await opened();
  await records.insertReplyRecord(row);
  const once = [...recorded];
  await records.insertReplyRecord({ ...row });
  expect(recorded).toEqual(once);
  expect(once).toEqual([
    'steward_injections_total type=manipulation 1',
    'ai_selected_sources_histogram 2',
    'ai_verification_total good_enough=true 1',
  ]);
});
