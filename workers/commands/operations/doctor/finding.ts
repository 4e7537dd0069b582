import type { StoreFinding } from '../../../../adapters/storage/inspect-store.ts';

/** `problem`: somebody has to act, or Steward does not work. `warning`: somebody should, some day. */
export interface CheckResult {
  readonly severity: 'ok' | StoreFinding['severity'];
  readonly message: string;
}

export const passed = (message: string): CheckResult => ({ severity: 'ok', message });
export const warning = (message: string): CheckResult => ({ severity: 'warning', message });
export const problem = (message: string): CheckResult => ({ severity: 'problem', message });
