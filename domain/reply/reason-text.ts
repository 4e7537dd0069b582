import type { IgnoredReason } from '../intake/routing.ts';
import type { ReplyReason } from './reply-record-status.ts';

const texts: Readonly<Partial<Record<ReplyReason | IgnoredReason, string>>> = {
  chatter: 'it is small talk',
  not_mentioned: 'Steward only answers messages that mention it here',
  no_community_message_before: 'there is no question of a member before it',
  thread_handed_to_people: 'people have taken over this thread',
  another_person_answered: 'somebody else has answered',
  not_for_steward: 'it is not for Steward',
  unread_file: 'it is only a file that Steward does not read',
  too_short: 'two words are too few to look up',
  not_a_question: 'the model does not consider it a question',
  not_answerable: 'the model does not expect it in the documents',
  out_of_scope: 'it is outside the scope of the project',
  no_source_selected: 'no source fits it',
  no_source_loaded: 'no source that fits it can be read',
  not_covered: 'no sentence that answers it was found',
  no_citation: 'the answer named no source',
  tool_limit: 'the answer took more steps than max_tool_steps',
  verification_rejected: 'verification rejected the answer',
  not_confident: 'the answer was less sure than how_sure asks',
  unsupported_language: 'its language is not supported',
  asked_too_often: 'there were too many direct questions',
  budget_spent: "the day's budget is spent",
  people_first: 'people may answer first',
  too_old: 'it is too old',
  team_answered: 'the team has answered',
  person_answered: 'a person has answered',
  question_calls_spent: 'its model calls are used up (max_calls_per_question)',
  model_unauthorized: "the model's provider refuses the key",
  model_no_credit: "the account at the model's provider has no credit left",
  model_not_found: "the model's provider does not know the model",
  model_bad_request: "the model's provider does not accept the call",
  model_content_filtered: "the provider's content filter stopped it",
  model_context_exceeded: 'the prompt is too long for the model',
  model_malformed_answer: 'the model does not answer in the form it was asked for',
  model_answer_cut: "the model's answer was cut off at its length limit",
  model_refused: 'the model refuses to answer it',
  model_rate_limited: "the model's provider limits the rate of calls",
  model_timeout: 'the model took too long',
  model_unavailable: 'the model cannot be reached, or broke off',
  model_cancelled: 'the time for the question ran out',
};

/** The reason for a missing answer, in words for the team and operators. Records, logs and JSON contain the code. */
export const reasonText = (reason: string): string =>
  texts[reason as keyof typeof texts] ?? reason.replaceAll('_', ' ');
