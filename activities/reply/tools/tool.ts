import type { ToolCallRecord } from '../../../domain/reply/interaction.ts';
import type { LoadedSource } from '../../../domain/ports/sources.ts';
import type { RunContext } from '../run-context.ts';
import type { ReplyStateValue } from '../state.ts';

export interface ToolRequest {
  readonly input: string;
  readonly run: RunContext;
  readonly state: ReplyStateValue;
  /** What is loaded already. */
  readonly sources: readonly LoadedSource[];
}

export interface ToolResult {
  readonly result: ToolCallRecord['result'];
  /** What the model reads of it. */
  readonly text: string;
  readonly source?: LoadedSource;
}
