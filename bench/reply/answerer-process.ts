import { countTokens } from '../../domain/values/tokens.ts';
import { startScriptedProvider } from '../../test/support/provider/scripted-provider.ts';
import { answerer } from './scripted-answerer.ts';

/** A provider in a process of its own. It posts its address, and counts prompts on request. */
let counts = false;
process.on('message', () => {
  counts = true;
});
const { baseUrl } = await startScriptedProvider({
  script: answerer,
  keepsCalls: false,
  milliseconds: 30,
  countPrompt: (prompt) => (counts ? countTokens(prompt) : 0),
});
process.send?.(baseUrl);
