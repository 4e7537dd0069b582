import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Decision, DecisionName } from '../../domain/models/decisions.ts';
import { formatSections } from '../../domain/models/prompt-sections.ts';
import { usageOf, type Tokens } from '../../domain/operations/model-usage.ts';
import { finalError, isTransient } from '../../domain/ports/errors.ts';
import type { Model, ModelCall, ModelRequest } from '../../domain/ports/model.ts';
import { loadOnce } from '../../domain/values/load-once.ts';
import { unmetered, estimateCall, type CallMeter } from './call-meter.ts';
import { structuredCall, type LeftOut, type StructuredCall } from './langchain.ts';
import { isUnused, toPortError, unusable } from './model-errors.ts';
import type { ModelSettings } from './model-settings.ts';
import { readDecision } from './parse-answer.ts';
import type { Ending } from './read-completion.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A model behind any OpenAI-compatible address, or Anthropic's own. Errors are `PortError`s with Steward's own sentences; a call whose
 * signal is aborted throws the signal's reason, so that a cancelled step is seen as cancelled. After a malformed
 * answer, the model is asked once more. The client library is loaded at the first call, makes no attempts of its own
 * and reports nothing to anyone.
 */
export function createModel({
  settingsFor,
  meter = unmetered,
  leftOut = () => {},
}: {
  readonly settingsFor: (decision: DecisionName) => ModelSettings;
  /** Books each attempt before it is made. */
  readonly meter?: CallMeter;
  readonly leftOut?: LeftOut;
}): Model {
  const calls = new Map<DecisionName, () => Promise<StructuredCall>>();
  const callFor = (decision: DecisionName): Promise<StructuredCall> => {
    const load = calls.get(decision) ?? loadOnce(() => openCall(decision, settingsFor(decision), leftOut));
    calls.set(decision, load);
    return load();
  };
  return {
    modelFor: (decision) => settingsFor(decision).model,
    decide: async (request) => {
      request.signal?.throwIfAborted();
      const way = { call: await callFor(request.decision), settings: settingsFor(request.decision), meter };
      const mark = markOf(request.account?.question?.id);
      const [top, ...others] = request.sections;
      // An index that comes first has a mark of its own, so that it is the same for all questions, on every host.
      const lasting = top?.name === 'index' ? formatSections([top], indexMark(top.text)) : '';
      const user =
        lasting === ''
          ? formatSections(request.sections, mark)
          : `${lasting}\n\n${formatSections(others, mark)}`;
      const ask = (text: string) =>
        withRetries(() => attempt(way, request, { text, lasting: lasting.length }), request);
      const first = await ask(user);
      if ('value' in first) return first;
      const second = await ask(corrected(user, first, mark));
      if (!('value' in second)) throw unusable(second.ending, way.settings, request.decision);
      return { value: second.value, call: together(first.call, second.call) };
    },
  };
}

async function openCall(
  decision: DecisionName,
  settings: ModelSettings,
  leftOut: LeftOut,
): Promise<StructuredCall> {
  const { embedded } = settings;
  if (embedded) return async (prompt) => embedded(decision, prompt);
  if (!settings.isAnthropic) return structuredCall(decision, settings, leftOut);
  const { anthropicCall } = await import('./anthropic.ts');
  return anthropicCall(decision, settings, leftOut);
}

/** The length of the random mark in a prompt's delimiters, which nobody can guess. */
const markBytes = 6;

const secret = randomBytes(32);

/** An index cannot hold the hash of itself, so it cannot hold its mark. */
const indexMark = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .slice(0, 2 * markBytes);

/** One for all calls of a question, so that what they begin with is the same, and a provider's cache holds it. */
const markOf = (of: string | undefined): string =>
  of === undefined
    ? randomBytes(markBytes).toString('hex')
    : createHmac('sha256', secret)
        .update(of)
        .digest('hex')
        .slice(0, 2 * markBytes);

interface Way {
  readonly call: StructuredCall;
  readonly settings: ModelSettings;
  readonly meter: CallMeter;
}

interface Malformed {
  readonly text: string;
  /** In words for the model. */
  readonly wrong: string;
  readonly ending: Ending;
}

async function attempt<Name extends DecisionName>(
  { call, settings, meter }: Way,
  request: ModelRequest<Name>,
  { text: user, lasting }: { readonly text: string; readonly lasting: number },
): Promise<({ readonly value: Decision<Name> } | Malformed) & { readonly call: ModelCall }> {
  const { decision, account, system, images } = request;
  const estimate = estimateCall({ system, user, images }, settings);
  const booked = await meter.book({ decision, account, model: settings.model, ...estimate });
  const started = performance.now();
  const deadline = AbortSignal.timeout(Math.ceil(settings.timeoutSeconds * 1_000));
  const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
  const milliseconds = () => Math.round(performance.now() - started);
  let used: Tokens | 'nothing' | 'estimate' = 'estimate';
  try {
    const { text, tokens, ending } = await call({ system, user, lasting, images, signal });
    used = tokens ?? estimate;
    if (ending === 'refused' || ending === 'filtered') throw unusable(ending, settings, decision);
    const read = readDecision(text, request);
    const error = 'value' in read ? null : unusable(ending, settings, decision).code;
    const end = { milliseconds: milliseconds(), error };
    const costUsd = await booked.end({ used, ...end });
    const made = { call: { model: settings.model, ...used, costUsd, milliseconds: end.milliseconds } };
    if ('value' in read) return { ...read, ...made };
    const wrong = ending === 'cut' ? 'It was cut off at the length limit: write less.' : read.wrong;
    return { text, wrong, ending, ...made };
  } catch (thrown) {
    const error = toPortError(thrown, settings, deadline.aborted, user);
    const cancelled = request.signal?.aborted ? request.signal : null;
    const code = cancelled ? 'model_cancelled' : error.code;
    // The model has written an answer that the provider withholds.
    const isWithheld = code === 'model_malformed_answer' && error.kind === 'final';
    if (isUnused(thrown) && !isWithheld) used = 'nothing';
    const ended = milliseconds();
    const costUsd = await booked.end({ used, milliseconds: ended, error: code });
    if (isWithheld)
      return {
        text: '',
        wrong: 'It was not of the required shape.',
        ending: 'whole',
        call: { model: settings.model, ...estimate, costUsd, milliseconds: ended },
      };
    throw cancelled ? abortReason(cancelled) : error;
  }
}

const shownChars = 2_000;

/** The message again, followed by what was wrong with the first answer. Providers cache the common prefix. */
const corrected = (user: string, { text, wrong }: Malformed, mark: string): string =>
  [
    user,
    formatSections([{ name: 'rejected', id: null, text: text.slice(0, shownChars) }], mark),
    `Your first answer begins as shown above and cannot be used:\n${wrong}`,
    'Answer again with one JSON object of the required shape, and nothing before or after it.',
  ].join('\n\n');

const together = (first: ModelCall, second: ModelCall): ModelCall => {
  const { inputTokens, outputTokens, costUsd } = usageOf([first, second]);
  const cachedTokens = (first.cachedTokens ?? 0) + (second.cachedTokens ?? 0);
  const milliseconds = first.milliseconds + second.milliseconds;
  return { model: second.model, inputTokens, cachedTokens, outputTokens, costUsd, milliseconds };
};

const abortReason = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : finalError('model_cancelled', 'The model call was cancelled.');

const firstWaitMilliseconds = 500;
const longestWaitMilliseconds = 8_000;
/** A longer wait is left to the step's retry, which holds no worker while it waits. */
const longestRetryAfterSeconds = 30;

/**
 * Repeats `attempt` after transient failures, up to `maxRetries` times. Waits as long as Retry-After says, or with
 * exponential backoff and jitter. An abort ends the wait at once.
 */
async function withRetries<T>(
  attempt: () => Promise<T>,
  { maxRetries, signal }: { readonly maxRetries: number; readonly signal?: AbortSignal },
): Promise<T> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await attempt();
    } catch (error) {
      const wait = retry < maxRetries ? waitAfter(error, retry) : null;
      if (wait === null) throw error;
      await sleep(wait, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  }
}

function waitAfter(error: unknown, retry: number): number | null {
  if (!isTransient(error)) return null;
  const retryAfter = error.retryAfterSeconds;
  if (retryAfter !== null) return retryAfter <= longestRetryAfterSeconds ? retryAfter * 1_000 : null;
  const ceiling = Math.min(longestWaitMilliseconds, firstWaitMilliseconds * 2 ** retry);
  return ceiling * (0.5 + Math.random() / 2);
}
