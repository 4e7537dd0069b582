import { expect, it } from 'vitest';
import { snakeKeys } from './snake-case.ts';

it('every key becomes snake case, however deep, and no value changes', () => {
  const startedAt = new Date(0);
  const value = {
    qaId: 'qa_20260201_031056',
    cost_usd: null,
    startedAt,
    failedEntries: [{ qaId: 'aB', turnsKept: [1, 'cD'] }],
    changes: { topicsNew: 0, needsApproval: undefined },
  };
  expect(snakeKeys(value)).toEqual({
    qa_id: 'qa_20260201_031056',
    cost_usd: null,
    started_at: startedAt,
    failed_entries: [{ qa_id: 'aB', turns_kept: [1, 'cD'] }],
    changes: { topics_new: 0, needs_approval: undefined },
  });
  expect(['workflowId', null, 3].map(snakeKeys)).toEqual(['workflowId', null, 3]);
});
