import { WorkflowNotFoundError, type Client, type WorkflowExecutionDescription } from '@temporalio/client';
import { mistake } from '../../../domain/ports/errors.ts';
import { grpcCode, grpcCodeOf } from '../client/grpc-failure.ts';

/** Describes the newest run of a workflow id that a person has typed. Throws a final `PortError` when there is none. */
export const describeNamed = ({
  client,
  workflowId,
}: {
  readonly client: Client;
  readonly workflowId: string;
}): Promise<WorkflowExecutionDescription> =>
  client.workflow
    .getHandle(workflowId)
    .describe()
    .catch((error: unknown) => {
      // Temporal rejects an id that is empty or too long, which no run can have.
      const isNoId = grpcCodeOf(error) === grpcCode.invalidArgument;
      throw error instanceof WorkflowNotFoundError || isNoId ? unknownRun(workflowId) : error;
    });

const unknownRun = (workflowId: string) =>
  mistake(
    'run_unknown',
    `Temporal has no run named ${JSON.stringify(workflowId.slice(0, 100))}; find its id in the Temporal UI or with \`npx steward captures list\`.`,
  );
