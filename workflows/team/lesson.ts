import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  ParentClosePolicy,
  setCurrentDetails,
  startChild,
  WorkflowIdReusePolicy,
} from '@temporalio/workflow';
import type { LessonResult } from '../../activities/intake/gather-lesson.ts';
import { captureWorkflow } from './capture.ts';
import type { LessonInput } from '../contract/learn.ts';
import { workflowIds } from '../contract/names.ts';
import { conversationSteps, timingsOf } from '../steps.ts';

/** "Learn this": the conversation of one message that a team member captures is captured. */
export async function lessonWorkflow(input: LessonInput): Promise<LessonResult> {
  const { message, name, timings } = input;
  setCurrentDetails('Gathering the conversation');
  const lesson = await conversationSteps(timingsOf(input)).gatherLesson({ message, name });
  setCurrentDetails(lesson.reason);
  if (lesson.snapshotId === null) return lesson;
  try {
    await startChild(captureWorkflow, {
      workflowId: workflowIds.capture(lesson.snapshotId),
      args: [{ snapshotId: lesson.snapshotId, ...(timings && { timings }) }],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
  return lesson;
}
