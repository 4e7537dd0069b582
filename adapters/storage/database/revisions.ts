import { remove, upsert, valueOf } from './rows.ts';
import type { Section } from './section.ts';

/** What is said once about the store. */
export function* saidAs(name: string): Section<string | null> {
  return yield* valueOf('meta', { name }, 'value');
}

export function* say(name: string, value: string): Section<void> {
  yield* upsert('meta', { name, value });
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
