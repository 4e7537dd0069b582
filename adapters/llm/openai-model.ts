import type { Decision, DecisionName } from '../../domain/models/decisions.ts';
import { PortError } from '../../domain/ports/errors.ts';
import type { Model, ModelCall, ModelRequest } from '../../domain/ports/model.ts';
import { unmetered, type CallMeter, estimateCall } from './call-meter.ts';
import { loadLangChain, type StructuredCall } from './langchain.ts';
import { isUnused, toPortError, unusable } from './model-errors.ts';
import type { ModelSettings } from './model-settings.ts';
import { withRetries } from './retry.ts';

export interface OpenAiModelOptions {
  /** Asked once a decision. */
  readonly settingsFor: (decision: DecisionName) => ModelSettings;
  /** Each attempt is booked there, before it is made. */
  readonly meter?: CallMeter;
}

/**
 * A model behind any OpenAI-compatible address. Errors are `PortError`s with Steward's own sentences; a
 * call whose signal is aborted throws the signal's reason, so that a cancelled step is seen as cancelled.
 * The client library is loaded at the first call, makes no attempts of its own and reports nothing to
 * anyone.
 */
export function createModel({ settingsFor, meter = unmetered }: OpenAiModelOptions): Model {
  const calls = new Map<DecisionName, Promise<StructuredCall>>();
  const callFor = (decision: DecisionName): Promise<StructuredCall> => {
    const call =
      calls.get(decision) ??
      loadLangChain().then(({ structured }) => structured(decision, settingsFor(decision)));
    calls.set(decision, call);
    return call;
  };
  return {
    modelFor: (decision) => settingsFor(decision).model,
    decide: async (request) => {
      request.signal?.throwIfAborted();
      const [call, settings] = [await callFor(request.decision), settingsFor(request.decision)];
      return withRetries(async () => attempt({ call, settings, meter }, request), request);
    },
  };
}

interface Way {
  readonly call: StructuredCall;
  readonly settings: ModelSettings;
  readonly meter: CallMeter;
}

async function attempt<Name extends DecisionName>(
  { call, settings, meter }: Way,
  request: ModelRequest<Name>,
): Promise<{ readonly value: Decision<Name>; readonly call: ModelCall }> {
  const { decision, account } = request;
  const estimate = estimateCall(request, settings);
  const booked = await meter.book({ decision, account, model: settings.model, ...estimate });
  const started = performance.now();
  const deadline = AbortSignal.timeout(Math.ceil(settings.timeoutSeconds * 1_000));
  const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
  try {
    const { value, tokens, ending } = await call({ ...request, signal });
    const milliseconds = Math.round(performance.now() - started);
    const used = tokens ?? estimate;
    const costUsd = await booked.record(used);
    if (value === null) throw unusable(ending, { settings, decision });
    return {
      value: value as Decision<Name>,
      call: { model: settings.model, ...used, costUsd, milliseconds },
    };
  } catch (error) {
    if (isUnused(error)) await booked.release();
    if (request.signal?.aborted) throw abortReason(request.signal);
    throw toPortError(error, { settings, decision, timedOut: deadline.aborted });
  }
}

const abortReason = ({ reason }: AbortSignal): Error =>
  reason instanceof Error
    ? reason
    : new PortError({ kind: 'final', code: 'model_cancelled', message: 'The model call was cancelled.' });
