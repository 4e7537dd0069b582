import { isQaId, type QaId } from '../values/qa-id.ts';
import type { ReplyRecord } from '../reply/reply-record.ts';
import { isAnswer } from '../reply/reply-record-status.ts';

/** The actions of buttons below Steward's posts: those of an answer first, then those of a waiting draft and a waiting pair. */
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
  'keep_pair',
  'page_right',
  'rewrite_pair',
] as const;

export type ButtonAction = (typeof buttonActions)[number];

/** A button carries everything that it needs, so it still works after a restart. */
export interface PostButton {
  readonly action: ButtonAction;
  /**
   * The id of the question's message, or of a pair's snapshot; for `forget_me` the person's id; for a pair beside a page the
   * pair's id and the hash of what the page says.
   */
  readonly target: string;
  readonly label: string;
}

/** The labels of buttons. */
export type ButtonTexts = Readonly<Record<ButtonAction, string>>;

const ofAnswer: readonly ButtonAction[] = ['helpful', 'not_helpful', 'ask_human', 'remove', 'correct'];

/** The buttons below the last part of a reply. `ask_human` needs a role to call. */
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
    target: record.messageId,
    texts,
  });
}

/** The buttons below an answer that only one person sees. */
export const privateButtons = (
  record: Pick<ReplyRecord, 'messageId' | 'reason'>,
  texts: ButtonTexts,
): readonly PostButton[] =>
  isAnswer(record.reason)
    ? toButtons({ actions: ['helpful', 'not_helpful'], target: record.messageId, texts })
    : [];

/** The buttons below a draft that waits for the team. */
export const draftButtons = (messageId: string, texts: ButtonTexts): readonly PostButton[] =>
  toButtons({ actions: ['accept', 'edit', 'drop'], target: messageId, texts });

/** The buttons below a pair that the team is asked to confirm. */
export const captureButtons = (snapshotId: string, texts: ButtonTexts): readonly PostButton[] =>
  toButtons({ actions: ['learn', 'dont_learn'], target: snapshotId, texts });

/** The buttons below a pair that a page contradicts. */
export const pairButtons = (
  { qaId, hash }: { readonly qaId: QaId; readonly hash: string },
  texts: ButtonTexts,
): readonly PostButton[] =>
  toButtons({ actions: ['keep_pair', 'page_right', 'rewrite_pair'], target: `${qaId}/${hash}`, texts });

/** The pair that such a button is about. The target comes from a client. */
export function pairOfTarget(target: string): { readonly qaId: QaId; readonly hash: string } | null {
  const [qaId = '', hash = ''] = target.split('/');
  return isQaId(qaId) ? { qaId, hash } : null;
}

const toButtons = ({
  actions,
  target,
  texts,
}: {
  readonly actions: readonly ButtonAction[];
  readonly target: string;
  readonly texts: ButtonTexts;
}): readonly PostButton[] => actions.map((action) => ({ action, target, label: texts[action] }));
