import { isDeepStrictEqual } from 'node:util';
import { entryAddress } from '../../config/layers/stored-layer.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { pathText, valueAt, type ConfigProblem } from '../../config/problem.ts';
import type { Config } from '../../config/schema.ts';
import {
  changesInForce,
  isChangeable,
  type SettingChange,
  type SettingPath,
} from '../../domain/operations/setting-changes.ts';
import type { PageSettings, ShownSettings, ListedSource } from '../../domain/operations/page-settings.ts';
import type { SettingRecords } from '../../domain/ports/records.ts';
import type { LiveConfig } from '../wiring/live-config.ts';
import { probeModels } from '../wiring/model.ts';

/** The settings that moderators change on the page. Null where nobody can, as in a demo. */
export function pageSettings(
  { current, withChanges, renew }: LiveConfig,
  records: SettingRecords,
  now: () => Date,
): PageSettings | null {
  if (!withChanges) return null;
  const plain = withChanges([]).config;
  return {
    async shown() {
      const changes = await records.settingChanges();
      const { config, setAside } = withChanges(changes);
      const inForce = new Set(changesInForce(changes));
      const stateOf = (change: SettingChange) => {
        if (setAside.some((one) => one.change === change)) return 'set_aside';
        return inForce.has(change) ? 'in_force' : 'over';
      };
      const otherwiseOf = ({ path }: SettingChange) => {
        const value = path[0] === 'kb' ? undefined : valueAt(plain, path);
        return value === undefined ? null : JSON.stringify(value);
      };
      return {
        introduction: config.ai_response.project_introduction,
        channels: channelsOf(config),
        sources: sourcesOf(plain, config),
        changes: changes
          .map((change) => ({ ...change, state: stateOf(change), otherwise: otherwiseOf(change) }) as const)
          .toReversed(),
      };
    },

    async change(wanted, userId) {
      const former = await records.settingChanges();
      const by = { changedBy: userId, changedAt: now().toISOString() };
      const made = differing(wanted, former, withChanges).map((one) => ({ ...one, ...by }));
      const problem = problemOf(made, withChanges([...former, ...made]));
      if (problem !== null) return problem;
      for (const change of made) await records.changeSetting(change);
      await renew();
      return null;
    },

    testModels: async () =>
      (await probeModels(current())).map(({ path, model, milliseconds, doubt }) => ({
        path,
        model,
        milliseconds,
        problem: doubt?.message ?? null,
      })),
  };
}

type WithChanges = LoadedConfig['withChanges'];
type Wanted = Pick<SettingChange, 'path' | 'value'>;

/** The wanted values that differ from those of now. */
function differing(
  wanted: readonly Wanted[],
  former: readonly SettingChange[],
  withChanges: WithChanges,
): readonly Wanted[] {
  const { config } = withChanges(former);
  const isInForce = (path: SettingPath) =>
    changesInForce(former).some((change) => isDeepStrictEqual(change.path, path));
  return wanted.filter(({ path, value }) =>
    value === null ? isInForce(path) : !isDeepStrictEqual(valueAt(config, path), value),
  );
}

/** Why these changes cannot be made, or null. */
function problemOf(
  made: readonly SettingChange[],
  { setAside, origins }: ReturnType<WithChanges>,
): string | null {
  const refused = setAside.filter(({ change }) => made.includes(change));
  if (refused.length > 0) return refused.flatMap(({ problems }) => problems.map(sentenceOf)).join(' ');
  for (const { path, value } of made) {
    if (!isChangeable(path)) return `${pathText(path)} is set in files alone.`;
    const setting = pathText(path[0] === 'kb' ? path.slice(0, 2) : path);
    const origin = origins.get(setting) ?? 'the environment';
    if (value !== null && !origin.startsWith('the page'))
      return `${setting} is set by ${origin}, which counts more than this page.`;
  }
  return null;
}

const sentenceOf = ({ path, found, expected }: ConfigProblem): string =>
  `${path}: found ${found}, expected ${expected}.`;

const channelsOf = ({ discord }: Config): ShownSettings['channels'] =>
  Object.entries(discord.channels).map(([name, { mode, when_unknown, how_sure, sources }]) => ({
    name,
    mode,
    when_unknown,
    how_sure,
    sources,
  }));

/** Those of the settings, and those of the file that a moderator has paused. */
function sourcesOf(plain: Config, { kb }: Config): readonly ListedSource[] {
  const addresses = (config: Config) => new Set(config.kb.sources.map(entryAddress));
  const [ofFile, now] = [addresses(plain), new Set(kb.sources.map(entryAddress))];
  const entryOf = (entry: Config['kb']['sources'][number], state: ListedSource['state']): ListedSource => ({
    address: entryAddress(entry),
    group: entry.group ?? null,
    version: entry.version ?? null,
    state,
  });
  return [
    ...kb.sources.map((entry) => entryOf(entry, ofFile.has(entryAddress(entry)) ? 'file' : 'page')),
    ...plain.kb.sources
      .filter((entry) => !now.has(entryAddress(entry)))
      .map((entry) => entryOf(entry, 'paused')),
  ];
}
