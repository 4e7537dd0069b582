import { defineQuery } from '@temporalio/workflow';

export const progressQuery = defineQuery<Progress>('progress');

export interface Progress {
  readonly step: string;
  readonly done: number;
  readonly total: number;
}
