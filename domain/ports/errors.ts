import type { ChatErrorCode } from './chat.ts';
import type { LibraryErrorCode } from './library.ts';
import type { ModelErrorCode } from './model.ts';
import type { DocumentErrorCode, PageErrorCode } from './pages.ts';
import type { RecordsErrorCode } from './records.ts';
import type { RunsErrorCode, TemporalServerErrorCode } from './runs.ts';
import type { SourcesErrorCode } from './sources.ts';

/** `transient` is worth another attempt with the same input, `final` is not. */
export type FailureKind = 'transient' | 'final';

/** What every port of the store may throw beside its own codes. */
type StorageErrorCode =
  | 'not_storable'
  | 'storage_busy'
  | 'storage_database'
  | 'storage_failed'
  | 'storage_full'
  | 'storage_gone'
  | 'storage_newer'
  | 'storage_not_a_database'
  | 'storage_not_on_disk'
  | 'storage_unavailable';

/** What a step itself finds, before or between its calls of ports. */
export type StepErrorCode =
  | 'attachment_empty'
  | 'attachment_host'
  | 'attachment_link_expired'
  | 'interaction_gone'
  | 'model_graph_timed_out'
  | 'no_team_channel'
  | 'raw_entry_missing'
  | 'refresh_held'
  | 'regeneration_held'
  | 'snapshot_gone'
  | 'topic_conflict';

/** What keeps a process or a command from starting. */
type StartErrorCode =
  | 'discord_gateway_held'
  | 'discord_no_token'
  | 'discord_permissions_missing'
  | 'emulator_unreadable'
  | 'extractive_model_not_started'
  | 'http_not_started'
  | 'no_documents'
  | 'no_model'
  | 'no_record'
  | 'request_id_taken'
  | 'site_unreachable';

/** Every code there is. */
export type PortErrorCode =
  | ChatErrorCode
  | DocumentErrorCode
  | LibraryErrorCode
  | ModelErrorCode
  | PageErrorCode
  | RecordsErrorCode
  | RunsErrorCode
  | SourcesErrorCode
  | StartErrorCode
  | StepErrorCode
  | StorageErrorCode
  | TemporalServerErrorCode;

/** What a step that failed is called in Temporal, as the type of its failure. */
export type FailureType = PortErrorCode | 'step_timed_out' | 'unexpected';

/**
 * What an adapter throws. `message` is Steward's own sentence, never a text from a member, a page or a model: it ends
 * up in Temporal's history and in logs.
 */
export class PortError<Code extends PortErrorCode = PortErrorCode> extends Error {
  override readonly name = 'PortError';
  readonly kind: FailureKind;
  readonly code: Code;
  readonly retryAfterSeconds: number | null;

  constructor(failure: {
    readonly kind: FailureKind;
    readonly code: Code;
    readonly message: string;
    readonly retryAfterSeconds?: number | null;
    readonly cause?: unknown;
  }) {
    super(failure.message, { cause: failure.cause });
    this.kind = failure.kind;
    this.code = failure.code;
    this.retryAfterSeconds = failure.retryAfterSeconds ?? null;
  }
}

/** Whether a port threw one of these codes. */
export const failedWith = <Code extends PortErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is PortError<Code> => error instanceof PortError && codes.some((code) => code === error.code);
