import { cleanUp } from '../clean-up.ts';
import { startScriptedProvider, type Script, type ScriptedProvider } from './scripted-provider.ts';

/** A provider that is closed when the test ends. */
export async function startScriptedModel(script: Script): Promise<ScriptedProvider> {
  const provider = await startScriptedProvider({ script });
  cleanUp(() => provider.close());
  return provider;
}
