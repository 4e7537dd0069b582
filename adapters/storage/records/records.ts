import type { Database } from '../database/section.ts';
import type { Embeddings } from '../../../domain/ports/embeddings.ts';
import type { Records } from '../../../domain/ports/records.ts';
import { createAdmissionRecords } from './reply/admission-records.ts';
import { createDecisionCache } from './operations/decision-cache.ts';
import { createDueReactions } from './team/due-reactions.ts';
import { createIntakeCursors } from './intake/intake-cursors.ts';
import { createHandlerRecords } from './team/handler-records.ts';
import { createQuestionRecords } from './reply/question-records.ts';
import { createReplyRecords } from './reply/reply-records.ts';
import { createLeases } from './operations/leases.ts';
import { createMessageRecords } from './intake/message-records.ts';
import { createPairOrigins } from './team/pair-origins.ts';
import { createRecallRecords } from './reply/recall-records.ts';
import { createSnapshotRecords } from './intake/snapshot-records.ts';
import { createEvaluationRecords } from './reply/evaluation-records.ts';
import { createUrlChecks } from './reply/url-checks.ts';
import { createUsageRecords } from './operations/usage-records.ts';
import { createWorkerRecords } from './operations/worker-records.ts';

export const createRecords = (
  database: Database,
  now: () => Date,
  embeddings: Embeddings | null = null,
): Records => ({
  ...createIntakeCursors(database, now),
  ...createMessageRecords(database, now),
  ...createSnapshotRecords(database, now),
  ...createReplyRecords(database),
  ...createQuestionRecords(database, now),
  ...createAdmissionRecords(database),
  ...createDecisionCache(database),
  ...createPairOrigins(database),
  ...createDueReactions(database, now),
  ...createRecallRecords(database, embeddings),
  ...createLeases(database),
  ...createUrlChecks(database, now),
  ...createUsageRecords(database, now),
  ...createWorkerRecords(database, now),
  ...createEvaluationRecords(database),
  ...createHandlerRecords(database, now),
});
