import type { NodeName } from '../../domain/reply/reply-graph.ts';
import { cite } from './nodes/cite.ts';
import { gate } from './nodes/gate.ts';
import { generate } from './nodes/generate.ts';
import { load } from './nodes/load.ts';
import { localize } from './nodes/localize.ts';
import { moderate } from './nodes/moderate.ts';
import { recall } from './nodes/recall.ts';
import { select } from './nodes/select.ts';
import { translate } from './nodes/translate.ts';
import { verify } from './nodes/verify.ts';
import type { RunContext } from './run-context.ts';
import type { ReplyStateValue, ReplyUpdate } from './state.ts';

/**
 * A step of a reply. What it decides goes into the state; `ended` stops the run. A node before `generate` that has made a
 * draft (an earlier answer, say) leads on to what comes after verification.
 */
export type ReplyNode = (state: ReplyStateValue, run: RunContext) => Promise<ReplyUpdate>;

export const replyNodes: Readonly<Record<NodeName, ReplyNode>> = {
  moderate,
  translate,
  gate,
  recall,
  select,
  load,
  generate,
  verify,
  localize,
  cite,
};
