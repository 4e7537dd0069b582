import { cleanUp } from '../clean-up.ts';
import { startScriptedProvider, type Script, type ScriptedProvider } from './scripted-provider.ts';

/** A provider that is closed when the test ends or, if it is started outside of one, when the file's tests end. */
export async function startScriptedModel(script?: Script): Promise<ScriptedProvider> {
  const provider = await startScriptedProvider({ ...(script && { script }) });
  cleanUp(() => provider.close());
  return provider;
}
