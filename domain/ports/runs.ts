/** `unfinished`: failed, timed out, cancelled or terminated, which is an operator's to repair. */
type RunState = 'unknown' | 'open' | 'completed' | 'unfinished';

/** Of calls to Temporal, and of what they find. */
export type RunsErrorCode =
  | 'nothing_to_decide'
  | 'nothing_to_retry'
  | 'regeneration_running'
  | 'run_failed'
  | 'run_unknown'
  | 'store_is_empty'
  | 'store_of_another'
  | 'temporal_call_failed'
  | 'temporal_namespace_missing'
  | 'temporal_search_attributes_missing'
  | 'temporal_settings_unreadable'
  | 'temporal_unreachable';

/** Of finding, installing and starting a server of Steward's own. */
export type TemporalServerErrorCode =
  | 'build_failed'
  | 'cache_not_writable'
  | 'download_failed'
  | 'no_temporal_server'
  | 'port_in_use'
  | 'server_not_started'
  | 'server_unusable';

/** What the steps may ask about other runs. */
export interface Runs {
  /** Of the newest run under a workflow id. */
  stateOf(workflowId: string): Promise<RunState>;
  /** How many captures wait for an operator because they failed. */
  failedCaptures(): Promise<number>;
  /** Whether this very run has ended, and those that it went on as, or is unknown. */
  isClosed(run: { readonly workflowId: string; readonly runId: string }): Promise<boolean>;
}
