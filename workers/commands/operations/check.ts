import { describeGiven } from '../../../config/describe.ts';
import { setAsideText } from '../../../config/problem.ts';
import { configPathOf, loadCommandConfig } from '../../cli/load.ts';
import { printLine, printNote, printRows } from '../../cli/print.ts';
import { findStore } from './doctor/check-store.ts';
import { changedSinceMeasurement } from './last-measurement.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';

/** Prints the settings that somebody has set, and where they come from. Loading throws on mistakes. */
export async function check({ json, config: file }: ConfigOption & JsonOption): Promise<void> {
  const loaded = loadCommandConfig(file);
  const { storage, findings } = await findStore(loaded.config);
  const changes = (await storage?.records.settingChanges()) ?? [];
  await storage?.close();
  const { config, origins, setAside } = loaded.withChanges(changes);
  const settings = describeGiven(config, origins);
  printRows(settings, {
    json,
    textOf: ({ path, value, origin }) => `${path}: ${value}   (${origin})`,
  });
  const rest = settings.length === 0 ? 'Every setting' : 'Everything else';
  if (!json) printLine(`${rest} has its default: docs/configuration.md`);
  if (configPathOf(file) === null)
    printNote('There is no config.yaml in this folder: npx steward init writes one, -c names another.');
  for (const one of setAside) printNote(setAsideText(one));
  if (findings.some(({ severity }) => severity === 'problem'))
    printNote(
      'The store cannot be read, so what moderators have changed on the page is not shown: npx steward doctor',
    );
  if (changedSinceMeasurement(config))
    printNote(
      'ai_response has changed since answers were last measured: npx steward rehearse, or npx steward eval',
    );
}
