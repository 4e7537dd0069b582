import { ButtonStyle, ComponentType, TextInputStyle } from 'discord.js';

/** Discord's limits for buttons and forms. */
const maxRows = 5;
const maxButtonsInRow = 5;
const maxCustomIdChars = 100;
const maxLabelChars = 80;
const maxFormTitleChars = 45;
const maxFieldLabelChars = 45;
const maxFieldChars = 4_000;
const maxPlaceholderChars = 100;

type Component = Readonly<Record<string, unknown>>;

/** Why Discord would refuse the rows of buttons of a message, or null. */
export function whyRowsRefused(rows: unknown): string | null {
  if (rows === undefined) return null;
  if (!Array.isArray(rows)) return 'components that are no list';
  if (rows.length > maxRows) return `${rows.length} rows of components`;
  const buttons: Component[] = [];
  for (const row of rows as readonly Component[]) {
    const inside = inRow(row);
    if (inside === null) return 'a row without components';
    if (inside.length > maxButtonsInRow) return `${inside.length} components in a row`;
    buttons.push(...inside);
  }
  return firstOf(buttons.map(whyButtonRefused)) ?? doubled(buttons);
}

/** Why Discord would refuse a form (a modal), or null. */
export function whyFormRefused({ custom_id: id, title, components }: Component): string | null {
  if (!fits(id, maxCustomIdChars)) return `the custom id ${String(id)}`;
  if (!fits(title, maxFormTitleChars)) return `a form's title of ${String(title).length} characters`;
  if (!Array.isArray(components) || components.length < 1 || components.length > maxRows)
    return 'a form without fields, or with more than five';
  const fields = (components as readonly Component[]).map(({ type, label, component }) =>
    type === ComponentType.Label && fits(label, maxFieldLabelChars) ? (component as Component) : null,
  );
  const inside = fields.filter((field) => field !== null);
  if (inside.length < fields.length) return 'a part of a form that is no label with a field';
  return firstOf(inside.map(whyFieldRefused)) ?? doubled(inside);
}

function whyButtonRefused({ type, style, custom_id: id, label, emoji, url }: Component): string | null {
  if (type !== ComponentType.Button) return `a component of the type ${String(type)}`;
  if (label === undefined && emoji === undefined) return 'a button without a label';
  if (label !== undefined && !fits(label, maxLabelChars)) return "a button's label";
  if (style === ButtonStyle.Link) return typeof url === 'string' ? null : 'a link without an address';
  return fits(id, maxCustomIdChars) ? null : `the custom id ${String(id)}`;
}

function whyFieldRefused(field: Component): string | null {
  const { type, style, custom_id: id, label, placeholder, value } = field;
  if (type === ComponentType.RadioGroup) return whyChoiceRefused(field);
  if (label !== undefined) return 'a label in a field and around it';
  if (type !== ComponentType.TextInput) return `a field of the type ${String(type)}`;
  if (style !== TextInputStyle.Short && style !== TextInputStyle.Paragraph) return 'a field without a style';
  if (!fits(id, maxCustomIdChars)) return `the custom id ${String(id)}`;
  if (placeholder !== undefined && !fits(placeholder, maxPlaceholderChars)) return 'a placeholder';
  const most = Number(field['max_length'] ?? maxFieldChars);
  const least = Number(field['min_length'] ?? 0);
  if (!(most >= 1 && most <= maxFieldChars && least >= 0 && least <= most)) return "a field's lengths";
  return value === undefined || fits(value, most) ? null : 'a prefilled text of a wrong length';
}

function whyChoiceRefused({ custom_id: id, options }: Component): string | null {
  if (!fits(id, maxCustomIdChars)) return `the custom id ${String(id)}`;
  if (!Array.isArray(options) || options.length < 2 || options.length > 10)
    return 'a choice of fewer than two, or more than ten';
  const isWrong = ({ value, label }: Component) => !fits(value, 100) || !fits(label, 100);
  return (options as readonly Component[]).some(isWrong) ? 'an option of a choice' : null;
}

const inRow = ({ type, components }: Component): readonly Component[] | null =>
  type === ComponentType.ActionRow && Array.isArray(components) && components.length > 0 ? components : null;

const fits = (text: unknown, maxChars: number): boolean =>
  typeof text === 'string' && text.length >= 1 && text.length <= maxChars;

export const firstOf = (reasons: readonly (string | null)[]): string | null =>
  reasons.find((reason) => reason !== null) ?? null;

function doubled(components: readonly Component[]): string | null {
  const ids = components.flatMap(({ custom_id: id }) => (id === undefined ? [] : [id]));
  return new Set(ids).size === ids.length ? null : 'the same custom id twice';
}
