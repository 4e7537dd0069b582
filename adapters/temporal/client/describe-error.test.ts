import { ApplicationFailure } from '@temporalio/common';
import { expect, test } from 'vitest';
import { PortError } from '../../../domain/ports/errors.ts';
import { describeError } from './describe-error.ts';

function parseFailure(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

test('a foreign error is named and located without its message, which may quote a person', () => {
  const described = describeError(parseFailure('my secret words'));
  expect(described.name).toBe('SyntaxError');
  expect(described.at?.join('\n')).toContain('describe-error.test.ts');
  expect(JSON.stringify(described)).not.toContain('secret');
});

test('a message of many lines does not reach the log by way of the stack', () => {
  expect(JSON.stringify(describeError(new Error('first\n    at my secret words\nlast')))).not.toContain(
    'secret',
  );
});

test.each([
  ['PortError', new PortError({ kind: 'final', code: 'temporal_call_failed', message: 'Our own sentence.' })],
  ['ApplicationFailure', ApplicationFailure.nonRetryable('Our own sentence.')],
])('a %s keeps its sentence', (name, error) => {
  expect(describeError(error)).toEqual({ name, message: 'Our own sentence.' });
});
