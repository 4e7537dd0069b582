import { detectLanguage } from '../../../../domain/language/detect-language.ts';
import { batchText } from '../../../../domain/intake/conversation.ts';
import { findExcerpts } from '../../../../domain/moderation/marked-excerpts.ts';
import { masked, moderate as moderateText } from '../../../../domain/moderation/moderate.ts';
import {
  blockedReason,
  moderationRules,
  type ModerationActions,
} from '../../../../domain/moderation/moderation-types.ts';
import { askModel } from '../ask-model.ts';
import type { RunContext } from '../run-context.ts';
import type { ReplyStateValue, ReplyUpdate } from '../state.ts';

/**
 * Masks what the rules find in the question, or ends the run. Earlier messages are masked the same way, for every later
 * call and for the record. If the config says so, a model then looks for people, whom rules cannot recognise.
 */
export async function moderateNode(state: ReplyStateValue, run: RunContext): Promise<ReplyUpdate> {
  const { actions, asksModel } = moderationRules(run.config.moderation, run.graph);
  const language = detectLanguage(batchText(run.snapshot.batch));
  const check = (text: string, using: ModerationActions = actions) =>
    moderateText({ text, language, actions: using });
  const question = check(state.question);
  const written = check(state.written, question.blockedBy ? maskingAll(actions) : actions);
  const findings = written.findings.length > 0 ? written.findings : question.findings;
  const before = {
    conversation: check(state.conversation, maskingAll(actions)).text,
    others: check(state.others, maskingAll(actions)).text,
  };
  const moderated = { ...before, question: question.text, written: written.text, moderation: findings };
  if (question.blockedBy ?? written.blockedBy) {
    return { ...moderated, ended: blockedReason(question.blockedBy ?? written.blockedBy ?? 'threat') };
  }
  return asksModel ? { ...moderated, ...(await withoutPeople(moderated, run, actions)) } : moderated;
}

type Found = Pick<ReplyStateValue, 'question' | 'written' | 'moderation'>;

async function withoutPeople(
  found: Found,
  run: RunContext,
  actions: ModerationActions,
): Promise<ReplyUpdate> {
  const { excerpts } = await askModel(run, {
    decision: 'PersonalDataResult',
    sections: [{ name: 'passage', id: null, text: found.question }],
  });
  const marks = findExcerpts(found.question, excerpts);
  if (marks.length === 0) return {};
  const moderation = [...found.moderation, { type: 'person', rule: 'model', count: marks.length } as const];
  const marked = {
    question: masked(found.question, marks),
    written: masked(found.written, findExcerpts(found.written, excerpts)),
    moderation,
  };
  return actions.person === 'block' ? { ...marked, ended: blockedReason('person') } : marked;
}

/** What would end a question is masked in earlier messages and in the record. */
const maskingAll = (actions: ModerationActions): ModerationActions =>
  Object.fromEntries(
    Object.entries(actions).map(([type, action]) => [type, action === 'block' ? 'mask' : action]),
  ) as ModerationActions;
