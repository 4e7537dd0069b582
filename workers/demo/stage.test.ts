import { expect, it } from 'vitest';
import type { CommunityEvent } from '../../domain/operations/community-events.ts';
import { createStage } from './stage.ts';

const answered = (answer: string): CommunityEvent => ({
  event: 'reply',
  outcome: 'answered',
  question: 'How?',
  answer,
  citations: [],
  source_ids: ['kb:guide.md'],
  reason: 'answered',
  workflow_id: 'w/reply/1',
});

it('what happened to questions of an earlier session is shown below them, with its answers, once there is something to show it on', () => {
  const stage = createStage({ json: false });
  const lines: string[] = [];
  stage.report(answered('Set port.'), ['1', '2']);
  stage.report(answered('Set port.'), ['1', '2']);
  expect(lines).toEqual([]);
  stage.showOn(
    (line) => lines.push(line),
    (id) => (id === '2' ? null : `anna: How? (${id})`),
  );
  expect(lines).toHaveLength(3);
  expect(lines.join('\n')).toMatch(
    /^anna: How\? \(1\)\n.*Steward answered.*\n {2}Set port\..*\n.*sources: kb:guide\.md/u,
  );
  stage.report(answered('Set host.'), ['3']);
  expect(lines).toHaveLength(4);
  expect(lines[3]).not.toContain('Set host.');
});
