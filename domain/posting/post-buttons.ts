import { isQaId, type QaId } from '../values/qa-id.ts';
import type { ReplyRecord } from '../reply/reply-record.ts';
import { isAnswer, isCourtesy } from '../reply/reply-record-status.ts';

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

/** `private`: an answer that only one person sees. `pair`: a pair that a page contradicts. */
const below = {
  answer: ['helpful', 'not_helpful', 'ask_human', 'remove', 'correct'],
  private: ['helpful', 'not_helpful'],
  draft: ['accept', 'edit', 'drop'],
  capture: ['learn', 'dont_learn'],
  pair: ['keep_pair', 'page_right', 'rewrite_pair'],
} as const satisfies Readonly<Record<string, readonly ButtonAction[]>>;

/** The buttons below a kind of post. */
export const buttonsBelow = (
  post: keyof typeof below,
  target: string,
  texts: ButtonTexts,
): readonly PostButton[] => below[post].map((action) => ({ action, target, label: texts[action] }));

/** The buttons below the last part of a reply. `ask_human` needs a role to call, and a question. */
export const answerButtons = ({
  record: { messageId, reason },
  texts,
  hasHelpers,
}: {
  readonly record: Pick<ReplyRecord, 'messageId' | 'reason'>;
  readonly texts: ButtonTexts;
  readonly hasHelpers: boolean;
}): readonly PostButton[] =>
  buttonsBelow('answer', messageId, texts).filter(({ action }) =>
    action === 'ask_human' ? hasHelpers && !isCourtesy(reason) : isAnswer(reason),
  );

/** The pair that such a button is about. The target comes from a client. */
export function pairOfTarget(target: string): { readonly qaId: QaId; readonly hash: string } | null {
  const [qaId = '', hash = ''] = target.split('/');
  return isQaId(qaId) ? { qaId, hash } : null;
}
