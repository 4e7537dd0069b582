import type { RunnableConfig } from '@langchain/core/runnables';
import { decide, questionSections, runOf } from '../run-context.ts';
import type { ReplyStateValue, ReplyUpdate } from '../state.ts';

/** Is it a question, and one that the documents may answer? */
export async function gate(_state: ReplyStateValue, config: RunnableConfig): Promise<ReplyUpdate> {
  const run = runOf(config);
  run.enterNode('gate');
  const decision = await decide(run, {
    decision: 'LLMGateDecision',
    task: run.settings.prompts.gate,
    sections: [...questionSections(run), { name: 'others', id: null, text: run.others }],
  });
  // Asked directly, a member gets an answer: only the documents can say no.
  if (run.snapshot.askedDirectly) return { gateDecision: decision };
  if (!decision.is_question) return { gateDecision: decision, ended: 'not_a_question' };
  return { gateDecision: decision, ended: decision.is_answerable ? null : 'not_answerable' };
}
