import {
  lastDecision,
  replyStepOf,
  type Decision,
  type DecisionName,
} from '../../../domain/models/decisions.ts';
import type { NodeTime, ReplyRecord } from '../../../domain/reply/reply-record.ts';
import { countOf } from '../../../domain/values/text.ts';
import { html, type Html } from './html.ts';

/** Each step on the way to an outcome, with what it decided and how long it took. A step that ran again shows its last decision. */
export const waySteps = (record: ReplyRecord): Html =>
  html`<ol class="way">
    ${record.nodeTimes.map((step) => {
      const { name, decided = () => null } = steps[step.node] ?? { name: step.node };
      return html`<li>
        <strong>${name}</strong> <span>${decided(record)}</span>
        <span class="meta">${timeOf(record, step)}</span>
      </li>`;
    })}
  </ol>`;

/** Of a choice of sources that began beside the step before, the time of its call. None if the step took none. */
function timeOf({ modelCalls }: ReplyRecord, { node, milliseconds }: NodeTime): string | false {
  const choice = node === 'select' && modelCalls.find(({ decision }) => nodeOf[decision] === node);
  const seconds = secondsOf(Math.max(milliseconds, choice ? choice.milliseconds : 0));
  return seconds !== secondsOf(0) && seconds;
}

/** A dash for null. */
export const secondsOf = (milliseconds: number | null): string =>
  milliseconds === null ? '–' : `${(milliseconds / 1_000).toFixed(1)} s`;

/** Two steps translate. */
const nodeOf: Readonly<Record<string, string>> = { ...replyStepOf, LLMTranslationResult: '' };

/** The name of the step that makes a decision, otherwise its own without the beginning and end that many have. */
export const callName = (decision: string): string =>
  steps[nodeOf[decision] ?? '']?.name ?? decision.replace(/^LLM/u, '').replace(/(?:Decision|Result)$/u, '');

type Step = { readonly name: string; readonly decided?: (record: ReplyRecord) => string | null };

const by =
  <Name extends DecisionName>(name: Name, say: (value: Decision<Name>, record: ReplyRecord) => string) =>
  (record: ReplyRecord): string | null => {
    const value = lastDecision(record.decisions, name);
    return value ? say(value, record) : null;
  };

const steps: Readonly<Record<string, Step>> = {
  moderate: {
    name: 'Moderation',
    decided: ({ moderation }) => (moderation.length === 0 ? null : countOf(moderation.length, 'finding')),
  },
  translate: { name: 'Translation of the question' },
  gate: {
    name: 'Is it a question?',
    decided: by('LLMGateDecision', ({ is_question: asks, is_answerable: may, search }) =>
      !asks
        ? 'no'
        : !may
          ? 'yes, but not one for the documents'
          : `yes${search ? `; looks for: ${search}` : ''}`,
    ),
  },
  recall: {
    name: 'An earlier answer?',
    decided: by('RecallDecision', ({ candidate }) => candidate ?? 'none that fits'),
  },
  select: {
    name: 'Choice of sources',
    decided: by('LLMSelectionResult', ({ selected_source_ids: ids }) => countOf(ids.length, 'source')),
  },
  load: { name: 'Loading', decided: ({ sourceIds }) => countOf(sourceIds.length, 'source') },
  generate: {
    name: 'Writing',
    decided: ({ confidence, toolCalls, decisions }) => {
      const missing = lastDecision(decisions, 'LLMGenerationResult')?.missing;
      const words = [
        ...(confidence === null ? [] : [`sure to ${confidence} of 10`]),
        ...(toolCalls.length === 0 ? [] : [`looked up ${countOf(toolCalls.length, 'thing')}`]),
        ...(missing ? [`no source says: ${missing}`] : []),
      ];
      return words.join('; ') || null;
    },
  },
  verify: {
    name: 'Check against the sources',
    decided: by('LLMVerificationResult', ({ is_good_enough: good, issues }) =>
      good ? 'it holds' : `rejected: ${issues[0] ?? 'no reason given'}`,
    ),
  },
  localize: { name: 'Translation of the answer' },
  cite: { name: 'Check of the links' },
};
