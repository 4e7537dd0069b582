import type { ConnectionLike } from '@temporalio/client';
import type { TemporalLog } from './log.ts';

export interface NamespaceTarget {
  readonly connection: ConnectionLike;
  readonly namespace: string;
  readonly log: TemporalLog;
}
