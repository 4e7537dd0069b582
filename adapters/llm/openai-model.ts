import type { Decision, DecisionName } from '../../domain/decisions.ts';
import { PortError } from '../../domain/ports/errors.ts';
import type { Model, ModelCall, ModelRequest } from '../../domain/ports/model.ts';
import { loadLangChain, type StructuredCall } from './langchain.ts';
import { malformed, toPortError } from './model-errors.ts';
import type { ModelSettings } from './model-settings.ts';
import { withRetries } from './retry.ts';

export interface OpenAiModelOptions {
  /** Asked once a decision. */
  readonly settingsFor: (decision: DecisionName) => ModelSettings;
}

/**
 * A model behind any OpenAI-compatible address. Errors are `PortError`s with Steward's own sentences; a
 * call whose signal is aborted throws the signal's reason, so that a cancelled step is seen as cancelled.
 * The client library is loaded at the first call, makes no attempts of its own and reports nothing to
 * anyone.
 */
export function createModel({ settingsFor }: OpenAiModelOptions): Model {
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
      return withRetries(async () => attempt(call, settings, request), request);
    },
  };
}

async function attempt<Name extends DecisionName>(
  call: StructuredCall,
  settings: ModelSettings,
  request: ModelRequest<Name>,
): Promise<{ readonly value: Decision<Name>; readonly call: ModelCall }> {
  const started = performance.now();
  const deadline = AbortSignal.timeout(Math.ceil(settings.timeoutSeconds * 1_000));
  const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
  try {
    const { value, inputTokens, outputTokens } = await call({ ...request, signal });
    if (value === null) throw malformed(request.decision);
    const milliseconds = Math.round(performance.now() - started);
    return {
      value: value as Decision<Name>,
      call: { model: settings.model, inputTokens, outputTokens, milliseconds },
    };
  } catch (error) {
    if (request.signal?.aborted) throw abortReason(request.signal);
    throw toPortError(error, { settings, decision: request.decision, timedOut: deadline.aborted });
  }
}

const abortReason = ({ reason }: AbortSignal): Error =>
  reason instanceof Error
    ? reason
    : new PortError({ kind: 'final', code: 'model_cancelled', message: 'The model call was cancelled.' });
