import type { NodeName } from '../../../domain/reply/reply-graph.ts';
import { citeNode } from './nodes/cite.ts';
import { gateNode } from './nodes/gate.ts';
import { generateNode } from './nodes/generate.ts';
import { loadNode } from './nodes/load.ts';
import { localizeNode } from './nodes/localize.ts';
import { moderateNode } from './nodes/moderate.ts';
import { recallNode } from './nodes/recall.ts';
import { selectNode } from './nodes/select.ts';
import { translateNode } from './nodes/translate.ts';
import { verifyNode } from './nodes/verify.ts';
import type { RunContext } from './run-context.ts';
import type { ReplyStateValue, ReplyUpdate } from './state.ts';

/**
 * A node of the graph. It returns changes of the state; `ended` stops the run. If a node before `generate` makes a
 * draft, such as an earlier answer, the run continues after verification.
 */
export type ReplyNode = (state: ReplyStateValue, run: RunContext) => Promise<ReplyUpdate>;

export const replyNodes: Readonly<Record<NodeName, ReplyNode>> = {
  moderate: moderateNode,
  translate: translateNode,
  gate: gateNode,
  recall: recallNode,
  select: selectNode,
  load: loadNode,
  generate: generateNode,
  verify: verifyNode,
  localize: localizeNode,
  cite: citeNode,
};
