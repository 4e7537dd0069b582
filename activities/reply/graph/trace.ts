import type { ReplyReason } from '../../../domain/reply/reply-record-status.ts';
import type {
  DecisionRecord,
  ModelCallRecord,
  NodeTime,
  ToolCallRecord,
} from '../../../domain/reply/reply-record.ts';
import type { NodeName } from '../../../domain/reply/reply-graph.ts';
import {
  endOfTrace,
  isLater,
  statusOfNode,
  type ReplyStatus,
  type StatusStep,
} from '../../../domain/reply/reply-status.ts';

/** What an operator sees while a reply is made: the heartbeat's detail. */
export interface ReplyProgress {
  readonly status: ReplyStatus;
  readonly node: NodeName | null;
}

/** What the nodes of a graph tell of themselves. */
export interface TraceRecorder {
  readonly enterNode: (node: NodeName) => void;
  readonly leaveNode: (time: NodeTime) => void;
  readonly recordCall: (call: ModelCallRecord) => void;
  readonly recordDecision: (decision: DecisionRecord) => void;
  readonly recordTool: (call: ToolCallRecord) => void;
}

/** What the row of a question keeps of how it was made. */
export interface Trace {
  readonly statuses: readonly StatusStep[];
  readonly nodeTimes: readonly NodeTime[];
  readonly modelCalls: readonly ModelCallRecord[];
  readonly toolCalls: readonly ToolCallRecord[];
  readonly decisions: readonly DecisionRecord[];
}

/** What other decisions hold stands in the row, or is a member's personal data. */
const recorded: readonly string[] = [
  'LLMGateDecision',
  'RecallDecision',
  'LLMSelectionResult',
  'LLMVerificationResult',
];

/** Follows one reply from its start. */
export function startTrace({
  report,
}: {
  readonly report: (progress: ReplyProgress) => void;
}): TraceRecorder & {
  /** The trace so far, with the final status that follows from the reason. */
  readonly end: (reason: ReplyReason) => Trace;
} {
  const started = performance.now();
  const first: StatusStep = { status: 'MODERATING_QUESTION', atMilliseconds: 0, reason: null };
  const statuses: StatusStep[] = [first];
  const nodeTimes: NodeTime[] = [];
  const modelCalls: ModelCallRecord[] = [];
  const toolCalls: ToolCallRecord[] = [];
  const decisions: DecisionRecord[] = [];
  const elapsed = () => Math.round(performance.now() - started);
  const current = () => (statuses.at(-1) ?? first).status;
  report({ status: first.status, node: null });
  return {
    enterNode: (node: NodeName) => {
      const status = statusOfNode[node];
      if (isLater(current(), status)) statuses.push({ status, atMilliseconds: elapsed(), reason: null });
      report({ status: current(), node });
    },
    leaveNode: (time: NodeTime) => void nodeTimes.push(time),
    recordCall: (call: ModelCallRecord) => void modelCalls.push(call),
    recordTool: (call: ToolCallRecord) => void toolCalls.push(call),
    recordDecision: (decision: DecisionRecord) => {
      if (recorded.includes(decision.decision)) decisions.push(decision);
    },
    end: (reason) => ({
      statuses: [...statuses, { ...endOfTrace(reason), atMilliseconds: elapsed() }],
      nodeTimes,
      modelCalls,
      toolCalls,
      decisions,
    }),
  };
}

/** Of a question that never came to the graph. */
export const traceWithoutGraph = (reason: ReplyReason): Trace =>
  startTrace({ report: () => undefined }).end(reason);
