import { ApplicationFailure } from '@temporalio/workflow';
import type { RegenerateInput } from '../contract/team.ts';
import { defaultRegenerationPace, type RegenerationPace } from '../contract/timings.ts';

const keys: readonly string[] = ['dryRun', 'dry_run', 'timings', 'pace', 'carried'];

/**
 * Reads input that a person may have typed into the Temporal UI: nothing, `{}`, `{"dryRun": true}`. Anything else fails the run,
 * because a misspelled dry run would publish.
 */
export function readRegenerateInput(
  given: RegenerateInput | null | undefined,
): Omit<RegenerateInput, 'pace' | 'dryRun'> & { readonly dryRun: boolean; readonly pace: RegenerationPace } {
  const input: RegenerateInput & { readonly dry_run?: unknown } = given ?? {};
  const unknown = isObject(input) ? Object.keys(input).filter((key) => !keys.includes(key)) : ['(no object)'];
  const dryRun: unknown = input.dryRun ?? input.dry_run ?? false;
  if (unknown.length > 0 || typeof dryRun !== 'boolean') {
    throw ApplicationFailure.nonRetryable(
      'The input of a regeneration is nothing, {} or {"dryRun": true}. Nothing was changed; start it again',
      'input_invalid',
    );
  }
  return { ...input, dryRun, pace: { ...defaultRegenerationPace, ...input.pace } };
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
