import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { folderDocuments } from '../../../../adapters/storage/documents/documents.ts';
import type { Storage } from '../../../../adapters/storage/open-storage.ts';
import { ConfigError } from '../../../../config/problem.ts';
import type { Config } from '../../../../config/schema.ts';
import { sourceOrigins } from '../../../../domain/documents/source-origins.ts';
import { exitCodes, explain } from '../../../cli/exit.ts';
import { configPathOf, loadCommandConfig } from '../../../cli/load.ts';
import { probeModels } from '../../../wiring/model.ts';
import { clockFinding, discordClock } from './check-clock.ts';
import { checkDiscord } from './check-discord.ts';
import { checkStore, withStore } from './check-store.ts';
import { checkTemporal } from './check-temporal.ts';
import { passed, problem, warning, type CheckResult } from './finding.ts';
import { printJson, printLine } from '../../../cli/print.ts';
import type { ConfigOption, JsonOption } from '../../../cli/command-parts.ts';

/** Checks everything that Steward needs and prints what to do. The exit code is that of the worst finding. */
export async function doctor({ config: file, json }: ConfigOption & JsonOption): Promise<void> {
  const print = (check: string, { severity, message }: CheckResult) =>
    json ? printJson({ check, severity, message }) : printLine(`${severity.padEnd(7)}  ${check}: ${message}`);
  const path = configPathOf(file);
  const loaded = loadOrTell(path, json, (mistakes) => print('config', mistakes));
  if (!loaded) return;
  const { config, env } = loaded;
  const checks: readonly [string, () => Promise<readonly CheckResult[]>][] = [
    ['config', async () => [passed(path ?? 'defaults and variables, because there is no config.yaml here')]],
    ['documents', () => checkDocuments(config)],
    ['data folder', () => checkStore(config)],
    ['Temporal', () => checkTemporal(config, { ...env })],
    ['model', () => checkModel(config)],
    ['Discord', () => checkDiscord(config)],
    ['clock', () => checkClock(config)],
  ];
  const severities = new Set<CheckResult['severity']>();
  for (const [name, check] of checks) {
    const found = await check().catch((error: unknown) => [problem(explain(error).sentence)]);
    for (const finding of found) {
      severities.add(finding.severity);
      print(name, finding);
    }
  }
  if (severities.has('problem')) process.exitCode = exitCodes.failed;
  else if (severities.has('warning')) process.exitCode = exitCodes.warned;
}

/** With `json`, mistakes of the config are part of the output, too. */
function loadOrTell(path: string | null, json: boolean, tell: (mistakes: CheckResult) => void) {
  try {
    return loadCommandConfig({ ...(path !== null && { config: path }), serves: true });
  } catch (error) {
    if (!json || !(error instanceof ConfigError)) throw error;
    tell(problem(error.message));
    process.exitCode = exitCodes.mistake;
    return null;
  }
}

async function checkDocuments(config: Config): Promise<readonly CheckResult[]> {
  const folder = resolve(config.kb.sources_dir);
  const isElsewhere = config.storage.kind === 'postgres' && !existsSync(folder);
  const { files, rejected } = isElsewhere
    ? { files: [], rejected: [] }
    : await folderDocuments(folder).discover();
  const { urls, sites, links_file_path: linksFile } = sourceOrigins(config);
  const hasPages = urls.length + sites.length > 0 || (linksFile !== null && existsSync(linksFile));
  if (files.length === 0 && !hasPages) {
    const known = config.storage.kind === 'postgres' ? await withStore(config, filesIn) : [];
    return [
      known.length > 0
        ? passed(
            `${known.length} in the store, from where library runs; ${folder} has none, and needs none here`,
          )
        : problem(
            `there are none in ${folder}, so no question can be answered: put some there, or set kb.sources_dir`,
          ),
    ];
  }
  const leftOut =
    rejected.length > 0 ? [warning(`${rejected.length} left out: npx steward sources --failed`)] : [];
  return [passed(`${files.length} in ${folder}`), ...leftOut];
}

const filesIn = async ({ knownSources }: Storage) =>
  (await knownSources.all()).filter(({ kind, error }) => kind === 'file' && error === null);

async function checkModel(config: Config): Promise<readonly CheckResult[]> {
  const probed = await probeModels(config);
  return probed.map(({ path, model, milliseconds, doubt }) => {
    const answers = `${model} (${path}) answers in ${milliseconds} ms`;
    return doubt ? warning(`${answers}. ${doubt.message}`) : passed(answers);
  });
}

async function checkClock({ discord }: Config): Promise<readonly CheckResult[]> {
  if (discord.token === null) return [];
  const ahead = await discordClock(discord.api_url);
  if (ahead === null) return [];
  const found = clockFinding("Discord's", ahead);
  return found.length > 0 ? found : [passed("agrees with Discord's")];
}
