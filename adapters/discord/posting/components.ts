import { ButtonStyle, ComponentType, type APIActionRowComponent, type APIButtonComponent } from 'discord.js';
import { buttonActions, type ButtonAction, type PostButton } from '../../../domain/posting/post-buttons.ts';

const prefix = 'steward';

/** Of the others it is `Secondary`. */
const styles: Readonly<
  Partial<Record<ButtonAction, ButtonStyle.Primary | ButtonStyle.Success | ButtonStyle.Danger>>
> = {
  ask_human: ButtonStyle.Primary,
  accept: ButtonStyle.Success,
  edit: ButtonStyle.Primary,
  drop: ButtonStyle.Danger,
  learn: ButtonStyle.Success,
  forget_me: ButtonStyle.Danger,
  keep_pair: ButtonStyle.Success,
  page_right: ButtonStyle.Danger,
  rewrite_pair: ButtonStyle.Primary,
};

/** Discord refuses more in a row. */
const mostInRow = 5;

export const buttonRows = (
  buttons: readonly PostButton[],
): readonly APIActionRowComponent<APIButtonComponent>[] =>
  Array.from({ length: Math.ceil(buttons.length / mostInRow) }, (_, row) => ({
    type: ComponentType.ActionRow,
    components: buttons.slice(row * mostInRow, (row + 1) * mostInRow).map(({ action, target, label }) => ({
      type: ComponentType.Button,
      style: styles[action] ?? ButtonStyle.Secondary,
      label,
      custom_id: customId({ action, target }),
    })),
  }));

/** The custom id of a button or form, such as `steward:helpful:1459012345678901234`. Discord allows 100 characters. */
export const customId = ({ action, target }: Pick<PostButton, 'action' | 'target'>): string =>
  `${prefix}:${action}:${target}`;

/** Null if Steward did not make the id. It comes from a client, so it is checked like any other input. */
export function parseCustomId(id: string): Pick<PostButton, 'action' | 'target'> | null {
  const [first, name, target, ...more] = id.split(':');
  const action = buttonActions.find((each) => each === name);
  if (first !== prefix || !action || more.length > 0) return null;
  return target !== undefined &&
    /^(?:(?:ask-)?\d{1,20}(?:\.\d{1,15})?|qa_[\d_.]{15,40}\/[0-9a-f]{16})$/.test(target)
    ? { action, target }
    : null;
}
