import { createHash } from 'node:crypto';

/** Everything that a model's answer depends on. Two requests with the same key get the same answer from the cache. */
export function decisionKey(request: {
  readonly decision: string;
  readonly model: string;
  readonly system: string;
  readonly user: string;
}): string {
  const { decision, model, system, user } = request;
  return createHash('sha256')
    .update(JSON.stringify([decision, model, system, user]))
    .digest('hex');
}
