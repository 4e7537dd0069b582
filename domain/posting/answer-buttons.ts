import type { Gap } from '../operations/gaps.ts';
import { oneLineOf } from '../values/text.ts';
import type { ReplyRecord } from '../reply/reply-record.ts';
import { isAnswer, isUncovered } from '../reply/reply-record-status.ts';

/** What a button below a post of Steward's does. Buttons of an answer first, then those of a draft and of a pair that wait. */
export const buttonActions = [
  'helpful',
  'not_helpful',
  'ask_human',
  'remove',
  'correct',
  'accept',
  'edit',
  'drop',
  'learn',
  'dont_learn',
  'forget_me',
  'gap_draft',
  'gap_dismiss',
  'gap_done',
] as const;

export type ButtonAction = (typeof buttonActions)[number];

/** All that a button needs to know travels with it, so that it works after a restart. */
export interface PostButton {
  readonly action: ButtonAction;
  /** The id of the question's message; of a pair its snapshot's; of a gap its own; of `forget_me` the person's. */
  readonly subject: string;
  readonly label: string;
}

/** What stands on buttons, by what they do. */
export type ButtonTexts = Readonly<Record<ButtonAction, string>>;

const ofAnswer: readonly ButtonAction[] = ['helpful', 'not_helpful', 'ask_human', 'remove', 'correct'];

/** The buttons below the last part of what was said to a question. Calling a person needs a role to call. */
export function answerButtons({
  record,
  texts,
  hasHelpers,
}: {
  readonly record: Pick<ReplyRecord, 'messageId' | 'reason'>;
  readonly texts: ButtonTexts;
  readonly hasHelpers: boolean;
}): readonly PostButton[] {
  const actions: readonly ButtonAction[] = isAnswer(record.reason) ? ofAnswer : ['ask_human'];
  return toButtons({
    actions: actions.filter((action) => action !== 'ask_human' || hasHelpers),
    subject: record.messageId,
    texts,
  });
}

/** Below an answer that only one person sees. */
export const privateButtons = (
  record: Pick<ReplyRecord, 'messageId' | 'reason'>,
  texts: ButtonTexts,
): readonly PostButton[] =>
  isAnswer(record.reason)
    ? toButtons({ actions: ['helpful', 'not_helpful'], subject: record.messageId, texts })
    : [];

/** Below a draft that waits for the team. */
export const draftButtons = (messageId: string, texts: ButtonTexts): readonly PostButton[] =>
  toButtons({ actions: ['accept', 'edit', 'drop'], subject: messageId, texts });

/** Below a pair that the team is to confirm. */
export const captureButtons = (snapshotId: string, texts: ButtonTexts): readonly PostButton[] =>
  toButtons({ actions: ['learn', 'dont_learn'], subject: snapshotId, texts });

const maxLabelChars = 80;

/** Below the report of a week: a row for each gap that it names. */
export const gapButtons = (
  { id, name }: Pick<Gap, 'id' | 'name'>,
  texts: ButtonTexts,
): readonly PostButton[] =>
  toButtons({ actions: ['gap_draft', 'gap_done', 'gap_dismiss'], subject: id, texts }).map((button) => ({
    ...button,
    label: oneLineOf(`${button.label}: ${name}`, maxLabelChars),
  }));

/** Below its draft. */
export const gapDraftButtons = ({ id }: Pick<Gap, 'id'>, texts: ButtonTexts): readonly PostButton[] =>
  toButtons({ actions: ['gap_done', 'gap_dismiss'], subject: id, texts });

const toButtons = ({
  actions,
  subject,
  texts,
}: {
  readonly actions: readonly ButtonAction[];
  readonly subject: string;
  readonly texts: ButtonTexts;
}): readonly PostButton[] => actions.map((action) => ({ action, subject, label: texts[action] }));

/** Whether a question that nothing covers is handed to people at once. */
export const isHandedOver = (
  record: Pick<ReplyRecord, 'reason'>,
  whenUnknown: 'silent' | 'say_so' | 'hand_over',
): boolean => whenUnknown === 'hand_over' && isUncovered(record.reason);
