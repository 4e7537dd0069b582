import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createDocuments } from '../../../../adapters/storage/documents/documents.ts';
import { noPageTexts } from '../../../../adapters/storage/documents/page-texts.ts';
import type { Storage } from '../../../../adapters/storage/open-storage.ts';
import type { Config } from '../../../../config/schema.ts';
import { defaultPaths } from '../../../../config/schema/runtime.ts';
import {
  sourceOrigins,
  type FolderOrigin,
  type SourceOrigins,
} from '../../../../domain/documents/source-origins.ts';
import { exitCodes, explain } from '../../../cli/exit.ts';
import { configPathOf, loadCommandConfig } from '../../../cli/load.ts';
import { probeModels } from '../../../wiring/model.ts';
import { checkDiscord } from './check-discord.ts';
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
  const { config, env } = loadCommandConfig(path === null ? {} : { config: path });
  const foundStore = await findStore(config);
  await using opened = new AsyncDisposableStack();
  opened.defer(() => foundStore.storage?.close());
  const checks: readonly [string, () => Promise<readonly CheckResult[]>][] = [
    ['config', async () => [passed(path ?? 'defaults and variables, because there is no config.yaml here')]],
    ['documents', () => checkDocuments(config, foundStore.storage)],
    ['data folder', () => checkStore(config, foundStore)],
    ['Temporal', () => checkTemporal(config, { ...env }, foundStore.storage)],
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

async function checkDocuments(config: Config, storage: Storage | null): Promise<readonly CheckResult[]> {
  const origins = sourceOrigins(config);
  const { urls, sites, links_file_path: linksFile } = origins;
  const hasPages = urls.length + sites.length > 0 || (linksFile !== null && existsSync(linksFile));
  const folders = foldersHere(config, origins, hasPages);
  const place = folders.map(({ folder }) => resolve(folder)).join(', ');
  const { files, rejected } = await createDocuments({
    origins: { ...origins, folders },
    texts: noPageTexts,
    extract: async () => ({ title: null, text: '' }),
  }).discover();
  if (files.length === 0 && !hasPages) {
    const storedFiles = config.storage.kind === 'postgres' && storage ? await filesIn(storage) : [];
    return [
      storedFiles.length > 0
        ? passed(
            `${storedFiles.length} in the store, from where library runs; this host has none, and needs none`,
          )
        : problem(
            `there are none in ${place || resolve(config.kb.sources_dir)}, so no question can be answered: put some there, or set kb.sources_dir`,
          ),
    ];
  }
  const leftOut =
    rejected.length > 0 ? [warning(`${rejected.length} left out: npx steward sources --failed`)] : [];
  return [
    passed(place === '' ? 'pages of the web, and no folder here' : `${files.length} in ${place}`),
    ...leftOut,
  ];
}

/** The folders to look into: not the default one if it is missing beside other sources, nor one that only another host has. */
function foldersHere({ kb, storage }: Config, { folders }: SourceOrigins, hasPages: boolean) {
  const unnamed = join(storage.data_dir, defaultPaths.sources_dir);
  const mayMiss = ({ folder }: FolderOrigin) =>
    storage.kind === 'postgres' || (folder === unnamed && (hasPages || kb.sources.length > 0));
  return folders.filter((one) => existsSync(one.folder) || !mayMiss(one));
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
