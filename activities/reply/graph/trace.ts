import type { ReplyReason } from '../../../domain/reply/reply-record-status.ts';
import type {
  DecisionRecord,
  NodeTime,
  ReplyRecord,
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
  /** The running time of all attempts so far. */
  readonly workedMilliseconds: number;
}

/** Records what the nodes of a graph do. */
export type TraceRecorder = Omit<ReturnType<typeof startTrace>, 'end'>;

/** The part of a question's row that shows how its answer was made. */
export type Trace = Pick<ReplyRecord, 'statuses' | 'nodeTimes' | 'toolCalls' | 'decisions'>;

/** How the sources were searched, if otherwise than usual. */
export const searchDecision = 'Search';
/** Whether the passages that answer a question of an evaluation stand in a prompt. */
export const evidenceDecision = 'Evidence';

/** The row has the results of other decisions already, or they are personal data. */
const recorded: readonly string[] = [
  'LLMGateDecision',
  'RecallDecision',
  'LLMSelectionResult',
  'LLMVerificationResult',
  searchDecision,
  evidenceDecision,
];

const longestText = 2_000;
const mostItems = 100;

/** Cuts long texts and lists: a model that repeats itself could fill megabytes. */
const bounded = (decision: DecisionRecord): DecisionRecord =>
  JSON.parse(
    JSON.stringify(decision, (_, value: unknown) => {
      if (typeof value === 'string') return value.slice(0, longestText).toWellFormed();
      return Array.isArray(value) ? value.slice(0, mostItems) : value;
    }),
  ) as DecisionRecord;

/** Starts the trace of an attempt. */
export function startTrace({
  report,
  workedMilliseconds,
}: {
  readonly report: (progress: () => ReplyProgress) => void;
  readonly workedMilliseconds: () => number;
}) {
  const first: StatusStep = { status: 'MODERATING_QUESTION', atMilliseconds: 0, reason: null };
  const statuses: StatusStep[] = [first];
  const nodeTimes: NodeTime[] = [];
  const toolCalls: ToolCallRecord[] = [];
  const decisions: DecisionRecord[] = [];
  const current = () => (statuses.at(-1) ?? first).status;
  const reportNode = (node: NodeName | null) =>
    report(() => ({ status: current(), node, workedMilliseconds: workedMilliseconds() }));
  reportNode(null);
  return {
    enterNode: (node: NodeName): void => {
      const status = statusOfNode[node];
      if (isLater(current(), status))
        statuses.push({ status, atMilliseconds: workedMilliseconds(), reason: null });
      reportNode(node);
    },
    leaveNode: (time: NodeTime): void => void nodeTimes.push(time),
    recordTool: (call: ToolCallRecord): void => void toolCalls.push(call),
    recordDecision: (decision: DecisionRecord): void => {
      if (recorded.includes(decision.decision)) decisions.push(bounded(decision));
    },
    /** The trace so far, with the final status that follows from the reason. */
    end: (reason: ReplyReason): Trace => ({
      nodeTimes,
      toolCalls,
      decisions,
      statuses: [...statuses, { ...endOfTrace(reason), atMilliseconds: workedMilliseconds() }],
    }),
  };
}

/** The trace of a question that did not reach the graph. */
export const traceWithoutGraph = (reason: ReplyReason): Trace =>
  startTrace({ report: () => undefined, workedMilliseconds: () => 0 }).end(reason);
