import { existsSync } from 'node:fs';
import type { Storage } from '../../../../adapters/storage/open-storage.ts';
import { setAsideText } from '../../../../config/problem.ts';
import type { Config } from '../../../../config/schema.ts';
import { shownSources, sourceState, type SourceState } from '../../../../domain/documents/known-sources.ts';
import { sourceOrigins } from '../../../../domain/documents/source-origins.ts';
import { countOf } from '../../../../domain/values/text.ts';
import { exitCodes, explain } from '../../../cli/exit.ts';
import { configPathOf, loadCommandConfig } from '../../../cli/load.ts';
import { probeModels } from '../../../wiring/model.ts';
import { checkDiscord } from './check-discord.ts';
import { checkAddresses } from './check-addresses.ts';
import { checkStore, findStore } from './check-store.ts';
import { checkTemporal } from './check-temporal.ts';
import { passed, problem, warning, type CheckResult } from './finding.ts';
import { printJson, printLine } from '../../../cli/print.ts';
import type { ConfigOption, JsonOption } from '../../../cli/command-parts.ts';

/** Checks everything that Steward needs and prints what to do. The exit code is that of the worst finding. */
export async function doctor({ config: file, json }: ConfigOption & JsonOption): Promise<void> {
  const print = (check: string, { severity, message }: CheckResult) =>
    json ? printJson({ check, severity, message }) : printLine(`${severity.padEnd(7)}  ${check}: ${message}`);
  const path = configPathOf(file);
  const loaded = loadCommandConfig(file);
  const foundStore = await findStore(loaded.config);
  await using opened = new AsyncDisposableStack();
  opened.defer(() => foundStore.storage?.close());
  const changes = (await foundStore.storage?.records.settingChanges()) ?? [];
  const { config, setAside } = loaded.withChanges(changes);
  const checks: readonly [string, () => Promise<readonly CheckResult[]>][] = [
    [
      'config',
      async () => [
        passed(path ?? 'defaults and variables, because there is no config.yaml here'),
        ...setAside.map((one) => warning(setAsideText(one))),
      ],
    ],
    ['documents', () => checkDocuments(config, foundStore.storage)],
    ['addresses', () => checkAddresses(config, foundStore.storage)],
    ['data folder', () => checkStore(config, foundStore)],
    ['Temporal', () => checkTemporal(config, { ...loaded.env }, foundStore.storage)],
    ['model', () => checkModel(config)],
    ['Discord', () => checkDiscord(config)],
  ];
  const severities = new Set<CheckResult['severity']>();
  for (const [name, check] of checks) {
    const results = await check().catch((error: unknown) => [problem(explain(error).sentence)]);
    for (const finding of results) {
      severities.add(finding.severity);
      print(name, finding);
    }
  }
  if (severities.has('problem')) process.exitCode = exitCodes.failed;
  else if (severities.has('warning')) process.exitCode = exitCodes.warned;
}

/** Says what a refresh has read, and which folders of the config this host lacks. */
async function checkDocuments(config: Config, storage: Storage | null): Promise<readonly CheckResult[]> {
  const missing = sourceOrigins(config).folders.filter(({ folder }) => !existsSync(folder));
  const sources = shownSources((await storage?.knownSources.all()) ?? []);
  const inState = (state: SourceState) => sources.filter((source) => sourceState(source) === state);
  const [indexed, pending, broken] = [inState('indexed'), inState('pending'), inState('failed')];
  const named = broken.slice(0, mostNamed).map(({ sourceId }) => sourceId);
  return [
    indexed.length > 0
      ? passed(`${countOf(indexed.length, 'document')} in the index`)
      : warning(
          `no question can be answered, because the index is empty${missing.map(({ folder }) => `; ${folder} is missing`).join('')}: npx steward index`,
        ),
    ...(pending.length > 0
      ? [warning(`no answer comes from ${countOf(pending.length, 'document')} yet: npx steward index`)]
      : []),
    ...(broken.length > 0
      ? [
          warning(
            `${countOf(broken.length, 'document')} cannot be read (${named.join(', ')}${broken.length > mostNamed ? ', …' : ''}): npx steward sources --failed`,
          ),
        ]
      : []),
  ];
}

const mostNamed = 3;

async function checkModel(config: Config): Promise<readonly CheckResult[]> {
  const probed = await probeModels(config);
  return probed.map(({ path, model, milliseconds, doubt }) => {
    const answers = `${model} (${path}) answers in ${milliseconds} ms`;
    return doubt ? warning(`${answers}. ${doubt.message}`) : passed(answers);
  });
}
