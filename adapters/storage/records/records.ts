import type { DatabaseSync } from 'node:sqlite';
import type { Records } from '../../../domain/ports/records.ts';
import { createAdmissionRecords } from './admission-records.ts';
import { createDecisionCache } from './decision-cache.ts';
import { createIntakeCursors } from './intake-cursors.ts';
import { createHandlerRecords } from './handler-records.ts';
import { createReplyRecords } from './reply-records.ts';
import { createLeases } from './leases.ts';
import { createMessageRecords } from './message-records.ts';
import { createPairOrigins } from './pair-origins.ts';
import { createRecallRecords } from './recall-records.ts';
import { createSnapshotRecords } from './snapshot-records.ts';
import { createEvaluationRecords } from './evaluation-records.ts';
import { createUrlChecks } from './url-checks.ts';
import { createUsageRecords } from './usage-records.ts';

export const createRecords = (db: DatabaseSync, now: () => Date): Records => ({
  ...createIntakeCursors(db, now),
  ...createMessageRecords(db, now),
  ...createSnapshotRecords(db, now),
  ...createReplyRecords(db),
  ...createAdmissionRecords(db),
  ...createDecisionCache(db),
  ...createPairOrigins(db),
  ...createRecallRecords(db),
  ...createLeases(db),
  ...createUrlChecks(db, now),
  ...createUsageRecords(db, now),
  ...createEvaluationRecords(db),
  ...createHandlerRecords(db, now),
});
