import type { StoreFinding } from '../../../../adapters/storage/inspect-store.ts';

/** `problem`: Steward does not work until somebody acts. `warning`: somebody should act at some time. */
export interface CheckResult {
  readonly severity: 'ok' | StoreFinding['severity'];
  readonly message: string;
}

export const passed = (message: string): CheckResult => ({ severity: 'ok', message });
export const warning = (message: string): CheckResult => ({ severity: 'warning', message });
export const problem = (message: string): CheckResult => ({ severity: 'problem', message });
