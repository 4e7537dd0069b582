import type { Database } from '../database/database.ts';
import type { Nearest } from '../../../domain/ports/model.ts';
import { rankByWords } from '../../../domain/search/rank-by-words.ts';
import type { Records } from '../../../domain/ports/records.ts';
import { createAdmissionRecords } from './reply/admission-records.ts';
import { createModelRecords } from './models/model-records.ts';
import { createProcessRecords } from './operations/process-records.ts';
import { createIntakeCursors } from './intake/intake-cursors.ts';
import { createHandlerRecords } from './team/handler-records.ts';
import { createReplyRecords, createRecallRecords } from './reply/reply-records.ts';
import { createGapRecords } from './operations/gap-records.ts';
import { createMessageRecords } from './intake/message-records.ts';
import { createPairRecords } from './team/pair-records.ts';
import { createPageRecords } from './operations/page-records.ts';
import { createSnapshotRecords } from './intake/snapshot-records.ts';
import { createRehearsalRecords } from './reply/rehearsal-records.ts';

export const createRecords = (
  database: Database,
  now: () => Date,
  nearest: Nearest = async (text, corpus) => rankByWords(text, corpus),
): Records => ({
  ...createIntakeCursors(database, now),
  ...createMessageRecords(database, now),
  ...createSnapshotRecords(database, now),
  ...createReplyRecords(database),
  ...createAdmissionRecords(database),
  ...createPairRecords(database),
  ...createRecallRecords(database, nearest),
  ...createProcessRecords(database, now),
  ...createModelRecords(database),
  ...createRehearsalRecords(database, now),
  ...createHandlerRecords(database, now),
  ...createGapRecords(database, now),
  ...createPageRecords(database, now),
});
