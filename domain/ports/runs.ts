/** `unfinished`: failed, timed out, cancelled or terminated, which is an operator's to mend. */
export type RunState = 'unknown' | 'open' | 'completed' | 'unfinished';

/** What the steps may ask about other runs. */
export interface Runs {
  /** Of the newest run under a workflow id. */
  stateOf(workflowId: string): Promise<RunState>;
  /** How many captures wait for an operator because they failed. */
  failedCaptures(): Promise<number>;
  /** Whether this very run has ended, and those that it went on as, or is unknown. */
  isClosed(run: { readonly workflowId: string; readonly runId: string }): Promise<boolean>;
}
