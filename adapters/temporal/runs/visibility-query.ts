/** A value inside a visibility query. */
export const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`;
