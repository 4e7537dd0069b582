import { find, remove } from './rows.ts';
import { run, type Section } from './section.ts';
import { tables } from './tables.ts';

/** What is said once about the store. */
export function* saidAs(name: string): Section<string | null> {
  const row = yield* find('meta', { name }, ['value']);
  return row?.value ?? null;
}

export function* say(name: string, value: string): Section<void> {
  yield* run(
    tables
      .insertInto('meta')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value })),
  );
}

export function* unsay(name: string): Section<void> {
  yield* remove('meta', { name });
}

/** Counts up with every change of a thing that processes keep in memory or print. */
export function* revisionOf(name: string): Section<number> {
  return Number((yield* saidAs(`revision ${name}`)) ?? 0);
}

export function* revise(name: string): Section<void> {
  yield* say(`revision ${name}`, String((yield* revisionOf(name)) + 1));
}
