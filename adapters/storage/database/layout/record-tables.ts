import type { Generated } from 'kysely';
import type { QaId } from '../../../../domain/values/qa-id.ts';

/** Messages, replies, what people decided about them, and what the processes tell each other. */
export interface RecordTables {
  /** What is said once about a store: its id, the index's time, revisions of what processes hold in memory. */
  readonly meta: { readonly name: string; readonly value: string };

  readonly messages: {
    readonly id: string;
    readonly author_id: string | null;
    /** '' when never edited. */
    readonly edited_at: string;
    /** Null once deleted: the words go, the fact stays until it expires. */
    readonly body: string | null;
    readonly expires_at: number;
  };
  /** Never purged: a message is handled once, however late it comes again. */
  readonly handled_messages: {
    readonly message_id: string;
    readonly chain: string;
    readonly snapshot_id: string | null;
    readonly route: string | null;
    readonly reason: string;
  };
  readonly snapshots: {
    readonly id: string;
    readonly body: string;
    readonly expires_at: number;
    /** What attempts at a reply have finished; null before, and once a person in it was erased. */
    readonly progress: Generated<string | null>;
  };
  readonly interactions: {
    readonly message_id: string;
    readonly author_id: string;
    readonly status: string;
    readonly reason: string;
    readonly asked_thread_id: string | null;
    readonly posted_thread_id: string | null;
    readonly created_at: string;
    readonly changed_at: string;
    /** Status, reason and thread as they were when it was inserted, and all the rest. */
    readonly body: string;
  };
  readonly posted_parts: {
    readonly message_id: string;
    readonly part: number;
    readonly posted_message_id: string;
  };
  readonly decisions: { readonly key: string; readonly value: string; readonly cached_at: number };
  readonly pair_origins: {
    readonly qa_id: QaId;
    readonly link: string | null;
    readonly corrected_source_ids: string;
    readonly author_ids: string | null;
    readonly snapshot_id: string | null;
  };
  /** The team's messages that were captured and that the bot has not marked yet. */
  readonly due_reactions: {
    readonly message_id: string;
    readonly channel_id: string;
    readonly thread_id: string | null;
    readonly due_until: number;
  };
  readonly corrections: { readonly source_id: string; readonly qa_id: QaId };
  readonly leases: {
    readonly name: string;
    readonly owner: string;
    readonly since: string;
    readonly renewed_at: string;
  };
  readonly model_usage: {
    readonly id: Generated<number>;
    readonly day: string;
    readonly operation: string;
    readonly guild_id: string | null;
    /** Who asked; null once forgotten. */
    readonly user_id: string | null;
    readonly decision: string;
    readonly model: string;
    /** Estimates until it is settled. */
    readonly input_tokens: number;
    readonly output_tokens: number;
    /** Null: the model has no price. */
    readonly cost_usd: number | null;
    /** 0: booked; 1: it was made; 2: the provider refused it, which counts for its question alone. */
    readonly settled: Generated<number>;
    /** The message of the question that it was made for; null once forgotten. */
    readonly question_id: string | null;
    readonly milliseconds: Generated<number>;
    readonly error: string | null;
    /** Made by who books; null before there were any. */
    readonly booking: string | null;
  };
  /** Those that run, each for a few minutes after it was heard. */
  readonly workers: {
    readonly name: string;
    /** JSON: roles, version, hashes of what all configs have to agree on. */
    readonly announced: string;
    readonly announced_at: number;
  };
  /** How far each channel and thread was handed in. */
  readonly intake_marks: { readonly place_id: string; readonly last_id: string; readonly moved_at: number };
  /** Since when each channel is listened to. */
  readonly intake_beginnings: { readonly channel_id: string; readonly first_id: string };
  /** Where messages were left because they were too old when Steward came back. */
  readonly intake_gaps: { readonly place_id: string; readonly noted_at: number };
  readonly votes: {
    readonly message_id: string;
    readonly user_id: string;
    readonly helpful: number;
    readonly by_team: number;
  };
  readonly recall_answers: {
    readonly id: Generated<number>;
    readonly message_id: string;
    readonly language: string | null;
    /** JSON; null once dropped: it is not kept again. */
    readonly sources: string | null;
    readonly answered_at: number;
    /** Of the question, in terms. */
    readonly length: number;
  };
  /** The words of the questions, people's own. */
  readonly recall_terms: {
    readonly answer_id: number;
    readonly term: string;
    readonly occurrences: number;
  };
  /** Of the questions. Base64 of numbers of 32 bits. */
  readonly recall_vectors: {
    readonly answer_id: number;
    readonly model: string;
    readonly vector: string;
  };
  readonly vote_reasons: { readonly message_id: string; readonly user_id: string; readonly reason: string };
  /** '' is everywhere. */
  readonly pauses: { readonly channel_id: string; readonly since: string };
  readonly caused_posts: {
    readonly cause: string;
    readonly posted_message_id: string;
    readonly posted_at: string;
  };
  readonly responses: { readonly message_id: string; readonly token: string; readonly expires_at: number };
  readonly url_checks: {
    readonly url: string;
    readonly ok: number;
    readonly status: number | null;
    readonly ended_at: string;
    readonly expires_at: number;
  };
  readonly evaluations: {
    readonly message_id: string;
    readonly score: number;
    readonly model: string;
    readonly evaluated_at: string;
  };
  readonly admissions: {
    readonly message_id: string;
    readonly guild_id: string;
    readonly channel_id: string;
    readonly user_id: string;
    readonly state: string;
    /** When it met a cooldown first, or was admitted. */
    readonly asked_at: number;
    readonly wait_until: number;
    /** Of posted: when the answer was there. */
    readonly changed_at: number;
    /** 1: the member asked Steward itself. */
    readonly is_direct: number;
  };
}
