import type { KnowledgeDeps } from '../deps.ts';

const firstRetrySeconds = 5 * 60;
const longestRetrySeconds = 24 * 60 * 60;

const after = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1_000).toISOString();

export const nextCheckAfterSuccess = ({ now, knowledge }: Pick<KnowledgeDeps, 'now' | 'knowledge'>): string =>
  after(now(), knowledge.urlCheckSeconds);

/** 5 minutes after the first failure in a row, doubling, at most a day. */
export const nextCheckAfterFailure = (now: Date, failures: number): string =>
  after(now, Math.min(firstRetrySeconds * 2 ** (failures - 1), longestRetrySeconds));
