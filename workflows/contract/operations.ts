/** The `Outcome` of a run that failed for good. It is set before the run ends, so that failures can be grouped by cause. */
export const failedOutcome = (cause: string): string => `failed:${cause}`;

export interface GatewayInput {
  /** The id of the bot's Discord application. */
  readonly applicationId: string;
}

/** The activity id under which the process that holds the gateway sends heartbeats. */
export const gatewayStepId = 'hold';

export interface NoticesResult {
  /** The notices that this run posted. */
  readonly told: readonly string[];
}
