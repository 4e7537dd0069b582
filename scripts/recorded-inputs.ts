import { globSync, readFileSync } from 'node:fs';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import { defaultPayloadConverter } from '@temporalio/common';

/**
 * The keys that each step was given in the recorded histories. Workers of two releases take each other's steps, so inputs change by
 * addition only: a key that goes from this list breaks the release before.
 */
export function recordedInputs(): Readonly<Record<string, readonly string[]>> {
  const keys = new Map<string, Set<string>>();
  for (const file of globSync('test/histories/*.json', { cwd: new URL('..', import.meta.url) })) {
    const recorded: unknown = JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));
    for (const { activityTaskScheduledEventAttributes: step } of historyFromJSON(recorded).events ?? []) {
      const [payload] = step?.input?.payloads ?? [];
      const known = keys.get(step?.activityType?.name ?? '') ?? new Set();
      const input = payload && defaultPayloadConverter.fromPayload<object | null>(payload);
      for (const key of Object.keys(input ?? {})) known.add(key);
      if (step) keys.set(step.activityType?.name ?? '', known);
    }
  }
  const sorted = [...keys].toSorted(([a], [b]) => a.localeCompare(b));
  return Object.fromEntries(sorted.map(([name, known]) => [name, [...known].toSorted()]));
}
