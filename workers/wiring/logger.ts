import { asyncLocalStorage } from '@temporalio/activity';
import { pino, type Logger } from 'pino';

/**
 * One JSON object a line: to a file where a person looks at the terminal, else to standard error, since standard output
 * is for results. Fields hold ids, decisions and counts; anything that looks like a text or a key is taken out.
 */
export function createLogger({
  level,
  file,
}: {
  readonly level: string;
  readonly file: string | null;
}): Logger {
  const options = {
    level,
    base: null,
    mixin: runFields,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['*.text', '*.question', '*.answer', '*.api_key', '*.token'], censor: '[removed]' },
  };
  return pino(options, pino.destination({ dest: file ?? 2, mkdir: true, sync: true }));
}

/** Whose work a line belongs to, for every line that a step writes. */
function runFields(): object {
  const info = asyncLocalStorage.getStore()?.info;
  if (!info) return {};
  const { workflowExecution: run, activityType: step, attempt } = info;
  return { workflow_id: run?.workflowId, run_id: run?.runId, step, attempt };
}
