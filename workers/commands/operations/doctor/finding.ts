import type { StoreFinding } from '../../../../adapters/storage/inspect-store.ts';

/** `problem`: somebody has to act, or Steward does not work. `warning`: somebody should, some day. */
export interface Finding {
  readonly severity: 'ok' | StoreFinding['severity'];
  readonly message: string;
}

export const ok = (message: string): Finding => ({ severity: 'ok', message });
export const warning = (message: string): Finding => ({ severity: 'warning', message });
export const problem = (message: string): Finding => ({ severity: 'problem', message });
