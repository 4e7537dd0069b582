import type { Database } from '../database/section.ts';
import type { Embeddings } from '../../../domain/ports/embeddings.ts';
import type { Records } from '../../../domain/ports/records.ts';
import { createAdmissionRecords } from './admission-records.ts';
import { createDecisionCache } from './decision-cache.ts';
import { createDueReactions } from './due-reactions.ts';
import { createIntakeCursors } from './intake-cursors.ts';
import { createHandlerRecords } from './handler-records.ts';
import { createQuestionRecords } from './question-records.ts';
import { createReplyRecords } from './reply-records.ts';
import { createLeases } from './leases.ts';
import { createMessageRecords } from './message-records.ts';
import { createPairOrigins } from './pair-origins.ts';
import { createRecallRecords } from './recall-records.ts';
import { createSnapshotRecords } from './snapshot-records.ts';
import { createEvaluationRecords } from './evaluation-records.ts';
import { createUrlChecks } from './url-checks.ts';
import { createUsageRecords } from './usage-records.ts';
import { createWorkerRecords } from './worker-records.ts';

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
