import { findSubject, subjectList } from '../../../../domain/reply/subjects.ts';
import type { PromptSection } from '../../../../domain/models/prompt-sections.ts';
import { isInstruction } from '../../../models/system-message.ts';
import { askModel, questionSections } from '../ask-model.ts';
import { chooseAhead } from './select.ts';
import { awaitsAnswer } from '../../conversation/read-conversation.ts';
import type { RunContext } from '../run-context.ts';
import type { ReplyStateValue, ReplyUpdate } from '../state.ts';

/**
 * Decides whether this is a question that the documents may answer. The same call rewrites it and names its subject. A
 * follow-up keeps the last answer's subject and the sources that it cited.
 * Sources are chosen at the same time where the gate cannot change what they are chosen from.
 */
export async function gateNode(state: ReplyStateValue, run: RunContext): Promise<ReplyUpdate> {
  if (!mayChooseAhead(run)) return decideGate(state, run);
  const stop = new AbortController();
  const gate = decideGate(state, run);
  const choice = chooseAhead(state, { ...run, signal: AbortSignal.any([run.signal, stop.signal]) });
  // If the gate ends the run, nobody awaits the choice.
  choice.catch(() => {});
  try {
    const update = await gate;
    // If the choice fails, `select` makes it again.
    return update.ended ? update : { ...update, chosenAhead: await choice.catch(() => null) };
  } finally {
    stop.abort();
  }
}

/**
 * Whether the gate adds nothing to choose sources by: no images, no topics. After a failed attempt, a call is made only once it is sure to be needed.
 */
const mayChooseAhead = (run: RunContext): boolean =>
  run.isFirstAttempt &&
  run.pictures.images.length === 0 &&
  Object.keys(run.config.ai_response.topics).length === 0;

async function decideGate(state: ReplyStateValue, run: RunContext): Promise<ReplyUpdate> {
  const { topics } = run.config.ai_response;
  const decision = 'LLMGateDecision';
  const sections: readonly PromptSection[] = [
    ...questionSections(state),
    { name: 'others', id: null, text: state.others },
    { name: 'topics', id: null, text: subjectList(topics) },
  ];
  const decided = await askModel(run, { decision, step: 'gate', seesImages: true, sections });
  // The question as it was asked is better than an example of the prompt, or a flood of words.
  const isExample = isInstruction(run.config, { decision, sections, about: '' }, decided.rewrite_query ?? '');
  const isOne = !isExample && (decided.rewrite_query ?? '').length <= longestRewriting(state.question);
  const gateDecision = isOne ? decided : { ...decided, rewrite_query: null };
  const { last } = run.earlier;
  const earlierRecord = last && !gateDecision.subject_changed ? last : null;
  const subject = findSubject(topics, gateDecision.topic)?.name ?? earlierRecord?.topic ?? null;
  const citedIds = earlierRecord?.citations.map(({ sourceId }) => sourceId) ?? [];
  const selectedSourceIds = citedIds.length > 0 ? citedIds : (earlierRecord?.sourceIds ?? []);
  const update = { gateDecision, subject, selectedSourceIds };

  // A direct question is answered if the documents cover it. A member's answer to Steward need not be a question.
  const isAsked = run.snapshot.askedDirectly || run.gateIsOff || awaitsAnswer(run.earlier, run.snapshot);
  if (!isAsked && !gateDecision.is_question) return { ...update, ended: 'not_a_question' };
  return { ...update, ended: isAsked || gateDecision.is_answerable ? null : 'not_answerable' };
}

/** The most characters of a rewriting, which also takes in what the conversation says. */
const longestRewriting = (question: string): number => 2 * question.length + 1_000;
