/** Error codes, grouped by where the error arises. Logs, histories and records keep them. */
export type ChatErrorCode =
  | 'chat_blocked_by_automod'
  | 'chat_forbidden'
  | 'chat_interaction_expired'
  | 'chat_refused'
  | 'chat_unknown_channel'
  | 'chat_unknown_message'
  | 'discord_disallowed_intents'
  | 'discord_disconnected'
  | 'discord_no_channel'
  | 'discord_no_guild'
  | 'discord_rate_limited'
  | 'discord_sessions_spent'
  | 'discord_unavailable'
  | 'discord_unknown_channel'
  | 'discord_unknown_guild'
  | 'discord_unreadable'
  | 'discord_wrong_token';

export type ModelErrorCode =
  | 'budget_spent'
  | 'embeddings_unavailable'
  | 'model_answer_cut'
  | 'model_bad_request'
  | 'model_cancelled'
  | 'model_content_filtered'
  | 'model_context_exceeded'
  | 'model_malformed_answer'
  | 'model_no_credit'
  | 'model_not_found'
  | 'model_rate_limited'
  | 'model_refused'
  | 'model_timeout'
  | 'model_unauthorized'
  | 'model_unavailable'
  | 'question_calls_spent';

/** Failures that concern one input. Others, such as a wrong key or no credit, would fail every input. */
export const modelFailuresOfOneInput = [
  'model_answer_cut',
  'model_bad_request',
  'model_content_filtered',
  'model_context_exceeded',
  'model_malformed_answer',
  'model_refused',
] as const satisfies readonly ModelErrorCode[];

/** What a model's provider or the model itself fails with, after which another model may do better. */
export const modelCallErrors = [
  ...modelFailuresOfOneInput,
  'model_no_credit',
  'model_not_found',
  'model_rate_limited',
  'model_timeout',
  'model_unauthorized',
  'model_unavailable',
] as const satisfies readonly ModelErrorCode[];

export type PageErrorCode =
  | 'page_bad_url'
  | 'page_certificate'
  | 'page_encoding'
  | 'page_forbidden_address'
  | 'page_needs_login'
  | 'page_not_found'
  | 'page_rate_limited'
  | 'page_redirects'
  | 'page_server_error'
  | 'page_status'
  | 'page_timed_out'
  | 'page_too_large'
  | 'page_unreachable'
  | 'page_wrong_kind'
  | 'site_empty'
  | 'site_robots';

type DocumentErrorCode =
  | 'document_broken'
  | 'document_empty'
  | 'document_left_out'
  | 'document_locked'
  | 'document_set_aside'
  | 'document_too_large'
  | 'document_too_slow'
  | 'document_wrong_charset'
  | 'document_wrong_kind'
  | 'page_needs_login';

export type SourcesErrorCode =
  | 'document_gone'
  | 'document_left_out'
  | 'document_not_text'
  | 'document_outside'
  | 'document_too_large'
  | 'document_unreadable'
  | 'links_file_unreadable'
  | 'source_gone'
  | 'source_unknown'
  | 'sources_dir_missing';

/** Errors that a step finds itself, before or between its calls of ports. */
export type StepErrorCode =
  | 'attachment_empty'
  | 'attachment_host'
  | 'attachment_link_expired'
  | 'reply_record_gone'
  | 'model_graph_timed_out'
  | 'no_team_channel'
  | 'raw_entry_missing'
  | 'refresh_held'
  | 'regeneration_held'
  | 'snapshot_gone'
  | 'topic_conflict';

export type PortErrorCode =
  | ChatErrorCode
  | DocumentErrorCode
  | ModelErrorCode
  | PageErrorCode
  | SourcesErrorCode
  | StepErrorCode
  | 'reply_record_unknown'
  // The library.
  | 'cursor_invalid'
  | 'generation_closed'
  | 'generation_not_published'
  | 'generation_unknown'
  | 'files_of_another_store'
  | 'store_lost'
  | 'person_forgotten'
  | 'state_unreadable'
  | 'topic_name_invalid'
  // Runs.
  | 'nothing_to_retry'
  | 'regeneration_running'
  | 'run_failed'
  | 'store_of_another'
  | 'version_not_current'
  | 'temporal_call_failed'
  | 'temporal_namespace_missing'
  | 'temporal_search_attributes_missing'
  | 'temporal_server_ended'
  | 'temporal_settings_unreadable'
  | 'temporal_unreachable'
  // Finding, installing and starting Steward's own Temporal server.
  | 'cache_not_writable'
  | 'download_failed'
  | 'no_temporal_server'
  | 'server_not_started'
  | 'server_not_stopped'
  | 'server_unusable'
  // Every port of the store may throw them beside its own.
  | 'not_storable'
  | 'storage_busy'
  | 'storage_database'
  | 'storage_denied'
  | 'storage_failed'
  | 'storage_forgotten_unknown'
  | 'storage_full'
  | 'storage_gone'
  | 'storage_in_use'
  | 'storage_newer'
  | 'storage_no_backup'
  | 'storage_no_store'
  | 'storage_not_a_database'
  | 'storage_not_empty'
  | 'storage_not_on_disk'
  | 'storage_not_ready'
  | 'storage_outcome_unknown'
  | 'storage_read_only'
  | 'storage_unavailable'
  | 'storage_unreachable'
  // They keep a process or a command from starting.
  | 'answer_unknown'
  | 'conversation_unknown'
  | 'discord_gateway_held'
  | 'discord_no_token'
  | 'discord_permissions_missing'
  | 'http_not_started'
  | 'no_documents'
  | 'script_wrong'
  | 'no_model'
  | 'no_record'
  | 'request_id_taken';

/** The type of a failed step's failure in Temporal. */
export type FailureType = PortErrorCode | 'input_invalid' | 'step_timed_out' | 'unexpected';
