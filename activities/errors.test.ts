import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, it } from 'vitest';
import { PortError } from '../domain/ports/errors.ts';
import type { ModelErrorCode } from '../domain/values/error-codes.ts';
import { bindSteps } from './errors.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

async function failureOf(
  code: ModelErrorCode,
  { kind, attempt }: { readonly kind: PortError['kind']; readonly attempt: number },
): Promise<ApplicationFailure> {
  const { step } = bindSteps(() => ({ log: quiet }), {
    step: async () => {
      throw new PortError({ kind, code, message: 'A sentence.', retryAfterSeconds: 1 });
    },
  });
  return new MockActivityEnvironment({ attempt }).run(step).then(
    () => expect.fail('it worked'),
    (error: ApplicationFailure) => error,
  );
}

it('a transient failure is tried again as often as its step allows, after the wait that was asked for', async () => {
  expect(await failureOf('model_rate_limited', { kind: 'transient', attempt: 7 })).toMatchObject({
    nonRetryable: false,
    nextRetryDelay: '1 seconds',
  });
});

it('a final failure is not tried again', async () => {
  expect(await failureOf('model_unauthorized', { kind: 'final', attempt: 1 })).toMatchObject({
    nonRetryable: true,
    type: 'model_unauthorized',
    message: 'A sentence.',
  });
});
