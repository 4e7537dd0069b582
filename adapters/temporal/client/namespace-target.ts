import type { ConnectionLike } from '@temporalio/client';
import type { Log } from '../../../domain/ports/log.ts';

export interface NamespaceTarget {
  readonly connection: ConnectionLike;
  readonly namespace: string;
  readonly log: Log;
}
