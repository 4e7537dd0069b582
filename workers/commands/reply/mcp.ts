import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { McpKnowledge } from '../../../adapters/http/mcp/mcp-tools.ts';
import { harmlessJson } from '../../../adapters/terminal/harmless.ts';
import type { ConfigOption } from '../../cli/command-parts.ts';
import { UsageError } from '../../cli/exit.ts';
import { answerHere, withSteward } from '../../cli/with-steward.ts';
import { version } from '../../wiring/identity.ts';
import { printNote } from '../../cli/print.ts';

/** Serves an agent on standard input and output until it closes them. Answers its questions in this process, as `ask` does. */
export async function mcp({ cwd, ...options }: ConfigOption & { readonly cwd?: string }): Promise<void> {
  if (cwd !== undefined) enter(cwd);
  const opened = Promise.withResolvers<McpKnowledge>();
  // Calls that wait for it get the error.
  opened.promise.catch(() => {});
  // An agent waits only seconds for a server, and Temporal may take longer to start, so only calls wait for it.
  const { serveMcpStdio } = await import('../../../adapters/http/mcp/mcp-server.ts');
  const log = {
    warn: (fields: object, event: string) => printNote(`${event} ${harmlessJson(fields)}`),
  };
  const ended = once(process.stdin, 'end');
  const server = serveMcpStdio({ version, log, knowledge: () => opened.promise });
  try {
    await withSteward({ ...options, onOwnQueues: true, outlivesOutages: true }, async (context) => {
      const { ask, storage } = context.steward;
      await answerHere(context);
      opened.resolve({
        ...storage,
        ask: (question) => ask({ requestId: randomUUID(), question }),
      });
      await ended;
    });
  } catch (error) {
    opened.reject(error);
    throw error;
  } finally {
    await server.close();
  }
}

/** The paths of the configuration and `.env` are relative to the working directory. */
function enter(folder: string): void {
  try {
    process.chdir(folder);
  } catch {
    throw new UsageError(`--cwd: there is no folder ${folder}.`);
  }
}
