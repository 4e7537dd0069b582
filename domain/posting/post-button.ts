/** What a button below a post of Steward's does. Buttons of an answer first, then those of a draft that waits. */
export const buttonActions = [
  'helpful',
  'not_helpful',
  'ask_human',
  'remove',
  'correct',
  'accept',
  'edit',
  'drop',
  'forget_me',
] as const;

export type ButtonAction = (typeof buttonActions)[number];

/** All that a button needs to know travels with it, so that it works after a restart. */
export interface PostButton {
  readonly action: ButtonAction;
  /** The id of the question's message; of `forget_me` the person's. */
  readonly subject: string;
  readonly label: string;
}
