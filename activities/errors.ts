import { modelFailuresOfOneInput, type FailureType } from '../domain/values/error-codes.ts';
import { ApplicationFailure, CancelledFailure, Context } from '@temporalio/activity';
import type { ApplicationFailureOptions } from '@temporalio/common';
import { failedWith, placesOf, PortError } from '../domain/ports/errors.ts';
import type { Log } from '../domain/ports/log.ts';
import type { Records } from '../domain/ports/records.ts';
import { withHeartbeat } from './heartbeat.ts';

/**
 * The one place where errors become retryable or final. Whatever a step throws leaves as a sentence of Steward's own: a
 * library's error may quote a member, a page or a model, and Temporal's history keeps failures.
 */
function toFailure(error: unknown): Error {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return error;
  if (error instanceof PortError) {
    return inOneSentence({
      message: error.message,
      type: error.code,
      nonRetryable: error.kind === 'final',
      nextRetryDelay: error.retryAfterSeconds === null ? undefined : `${error.retryAfterSeconds} seconds`,
    });
  }
  const name = error instanceof Error ? error.name : typeof error;
  return inOneSentence({
    message: `An unexpected ${name}; the log says where`,
    type: 'unexpected',
  });
}

/** Whether a model finally refused one input or answered it unusably, so that other inputs need not wait. */
export const failsOneInput = (error: unknown): error is PortError =>
  failedWith(error, ...modelFailuresOfOneInput) && error.kind === 'final';

/** Drops the stack, which would only name this file and which the Temporal UI shows around the sentence. */
function inOneSentence(
  failure: ApplicationFailureOptions & { readonly type: FailureType },
): ApplicationFailure {
  const made = ApplicationFailure.create(failure);
  made.stack = undefined;
  return made;
}

/** Steps as they are written: functions of their dependencies and at most one input. */
type Steps<Deps> = Readonly<Record<string, (deps: Deps, input: never) => Promise<unknown>>>;

type Activities<S> = {
  readonly [Name in keyof S]: S[Name] extends (deps: never, ...input: infer Input) => infer Output
    ? (...input: Input) => Output
    : never;
};

/** Binds steps to their dependencies, which each call asks for once. Each sends heartbeats while it works, and only Steward's own errors leave it. */
export function bindSteps<Deps extends { readonly log: Log }, S extends Steps<Deps>>(
  depsNow: () => Deps,
  steps: S,
  around = (_: Deps, work: () => Promise<unknown>): Promise<unknown> => work(),
): Activities<S> {
  const bound = Object.entries(steps).map(([name, step]) => {
    const call = async (input: never) => {
      const deps = depsNow();
      return guard(() => around(deps, () => step(deps, input)), deps.log);
    };
    return [name, call] as const;
  });
  return Object.fromEntries(bound) as unknown as Activities<S>;
}

/** The same for steps that read what people said: once a person was forgotten, such a step writes nothing, and runs again. */
export const bindReadingSteps = <
  Deps extends { readonly log: Log; readonly records: Pick<Records, 'unlessForgotten'> },
  S extends Steps<Deps>,
>(
  depsNow: () => Deps,
  steps: S,
): Activities<S> => bindSteps(depsNow, steps, ({ records }, work) => records.unlessForgotten(work));

/** Where the seeds name the failure of a step. */
const failureNames: Readonly<Record<string, string>> = {
  classify: 'llm_classification_failed',
  integrate: 'llm_integration_failed',
};

async function guard(step: () => Promise<unknown>, log: Log): Promise<unknown> {
  try {
    return await withHeartbeat(step);
  } catch (error) {
    const { cancellationSignal, cancellationDetails, info } = Context.current();
    if (cancellationDetails?.workerShutdown === true)
      log.warn(
        { step: info.activityType, workflow_id: info.workflowExecution?.workflowId, attempt: info.attempt },
        'step_cut_by_shutdown',
      );
    if (cancellationSignal.aborted) throw new CancelledFailure('The step was cancelled');
    const failure = toFailure(error);
    if (error instanceof PortError)
      log.warn({ code: error.code, kind: error.kind }, failureNames[info.activityType] ?? 'step_failed');
    else if (!(error instanceof CancelledFailure)) log.error({ stack: placesOf(error) }, 'step_failed');
    throw failure;
  }
}
