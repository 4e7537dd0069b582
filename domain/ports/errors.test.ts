import { expect, it } from 'vitest';
import { faultFields, finalError, placesOf } from './errors.ts';

function parseFailure(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

it('a foreign error is named and located without its message, which may quote a person', () => {
  const error = parseFailure('my secret words');
  expect(faultFields(error)).toEqual({ error: 'SyntaxError' });
  expect(placesOf(error).join('\n')).toContain('errors.test.ts');
  expect(placesOf(error).join('\n')).not.toContain('secret');
});

it('a message of many lines does not come with the places', () => {
  expect(placesOf(new Error('first\n    at my secret words\nlast')).join('\n')).not.toContain('secret');
});

it("Steward's own error keeps its sentence", () => {
  const error = finalError('temporal_call_failed', 'Our own sentence.');
  expect(faultFields(error)).toEqual({ code: 'temporal_call_failed', reason: 'Our own sentence.' });
});
