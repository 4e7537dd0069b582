import { setTimeout as sleep } from 'node:timers/promises';
import { replyStepOf } from '../../domain/models/decisions.ts';
import { countTokens } from '../../domain/values/tokens.ts';
import { startScriptedProvider } from '../../test/support/provider/scripted-provider.ts';
import { shelfOf } from '../library/library-pairs.ts';
import { answerer } from './scripted-answerer.ts';

/**
 * A provider in a process of its own. It posts its address, and counts prompts on request. Calls for replies take a
 * while; calls about pairs are answered at once.
 */
const milliseconds = 30;
const shelves = Number(process.argv[2] ?? 50);
let counts = false;
process.on('message', () => {
  counts = true;
});
const { baseUrl } = await startScriptedProvider({
  script: async (call) => {
    if (call.decision in replyStepOf) await sleep(milliseconds);
    return call.decision === 'ClassificationResult' ? shelfOf(call.text('pair'), shelves) : answerer(call);
  },
  keepsCalls: false,
  countPrompt: (prompt) => (counts ? countTokens(prompt) : 0),
});
process.once('disconnect', () => process.exit());
process.send?.(baseUrl);
