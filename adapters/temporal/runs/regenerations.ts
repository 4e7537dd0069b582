import { finalError } from '../../../domain/ports/errors.ts';
import type { StartedRun } from '../../../domain/ports/runs.ts';
import type { RegenerateInput } from '../../../workflows/contract/team.ts';
import { startsOf } from '../../../workflows/contract/starts.ts';
import type { OfSteward } from '../client/call-server.ts';
import { startNew } from '../client/start-once.ts';

/** Throws a final `PortError` while one runs that was started like this. The lease refuses any other, in the run that is started. */
export async function startRegenerate({
  client,
  taskQueue,
  input,
}: OfSteward & { readonly input?: RegenerateInput }): Promise<StartedRun> {
  const start = startsOf(taskQueue).regenerate(input);
  const run = await startNew(client, start);
  if (run) return run;
  throw finalError(
    'regeneration_running',
    `A regeneration is running already, as ${start.workflowId}. Wait until it ends, or cancel it, in Temporal's UI or with ` +
      `\`temporal workflow cancel --workflow-id ${start.workflowId}\``,
  );
}
