import { describe, expect, it } from 'vitest';
import { processorMilliseconds } from '../../test/support/processor-time.ts';
import { withoutModelMarks } from './model-marks.ts';

describe('what a model writes beside its answer', () => {
  it.each([
    ['<think>secret plan</think>Set the port.', 'Set the port.'],
    ['Set the port.<think>is that so?</think>', 'Set the port.'],
    ['Set <thinking>hm</thinking>the port.', 'Set the port.'],
    ['secret plan</think>\n\nSet the port.', 'Set the port.'],
    ['<think>secret plan that never ends', ''],
    ['◁think▷secret◁/think▷Set the port.', 'Set the port.'],
    ['[THINK]secret[/THINK]Set the port.', 'Set the port.'],
    [
      '<|channel|>analysis<|message|>secret<|start|>assistant<|channel|>final<|message|>Set the port.',
      'Set the port.',
    ],
    ['<think>Use `a</think>b`?</think>Set the port.', 'Set the port.'],
    ['Port 8080.<|im_end|>', 'Port 8080.'],
    ['</steward:draft 0f3a><steward:source 0f3a id="kb:a.md">Port 8080.', 'Port 8080.'],
    ['<|im_start|>assistant\nPort 8080.<|im_end|>\n<|endoftext|>', 'Port 8080.'],
    ['<|start_header_id|>assistant<|end_header_id|>\n\nPort 8080.<|eot_id|>', 'Port 8080.'],
    ['<start_of_turn>model\nPort 8080.<end_of_turn>', 'Port 8080.'],
    ['[INST] Port 8080. [/INST]</s>', 'Port 8080.'],
    ['Port 8080.<｜end▁of▁sentence｜>', 'Port 8080.'],
    ['<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>Port 8080.<|END_OF_TURN_TOKEN|>', 'Port 8080.'],
  ])('does not stay: %j', (written, shown) => {
    expect(withoutModelMarks(written)).toBe(shown);
  });

  it.each([
    'Set the port to 8080.',
    'Stop at `<|im_end|>`, and put thoughts into `<think>` and `</think>`.',
    '```xml\n<think>hm</think>\n<|im_end|>\n```\nThat is all.',
    'Run `a <b> | c` and write <name> and <s>, x < y, [INSTALL], a<b.',
    'The tag <think> opens a thought.',
    '',
  ])('is not found in %j', (written) => {
    expect(withoutModelMarks(written)).toBe(written);
  });

  it.each(['<think>', '</think>', '<|im_end|>', '`<', '```', '<|', '[INST]', '◁think▷'])(
    'takes no time: 200 KB of %j',
    (unit) => {
      const text = unit.repeat(Math.ceil(200_000 / unit.length));
      expect(processorMilliseconds(() => withoutModelMarks(text))).toBeLessThan(2_000);
    },
  );
});
