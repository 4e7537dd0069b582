import { globSync, readFileSync } from 'node:fs';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import { defaultPayloadConverter } from '@temporalio/common';

/**
 * The keys of each step's input in the recorded histories. Workers of two releases run each other's steps, so keys may
 * only be added: one that disappears from this list breaks the previous release.
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
