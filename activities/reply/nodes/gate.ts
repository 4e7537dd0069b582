import { decide, questionSections, type RunContext } from '../run-context.ts';
import type { ReplyStateValue, ReplyUpdate } from '../state.ts';

/** Is it a question, and one that the documents may answer? */
export async function gate(state: ReplyStateValue, run: RunContext): Promise<ReplyUpdate> {
  const decision = await decide(run, {
    decision: 'LLMGateDecision',
    looks: true,
    task: run.settings.prompts.gate,
    sections: [...questionSections(state), { name: 'others', id: null, text: state.others }],
  });
  // Asked directly, a member gets an answer: only the documents can say no.
  if (run.snapshot.askedDirectly) return { gateDecision: decision };
  if (!decision.is_question) return { gateDecision: decision, ended: 'not_a_question' };
  return { gateDecision: decision, ended: decision.is_answerable ? null : 'not_answerable' };
}
