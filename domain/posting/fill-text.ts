/** Puts values where a text has their names in braces. A name without a value stays as it is. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/gu, (whole, name: string) => values[name] ?? whole);
