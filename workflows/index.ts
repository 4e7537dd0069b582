export { batchWorkflow } from './batch.ts';
export { captureWorkflow } from './capture.ts';
export { helpWorkflow } from './help.ts';
export { recaptureWorkflow } from './recapture.ts';
export { refreshWorkflow } from './refresh.ts';
export { regenerateWorkflow } from './regenerate.ts';
export { replyWorkflow } from './reply.ts';
export { reviewWorkflow } from './review.ts';
